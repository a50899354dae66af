variable "readers" {
  description = "Users of the reading room and the groups they are in"
  type        = map(list(string))
  default = {
    anna   = ["readers", "copyists"]
    bruno  = ["readers"]
    cosima = ["readers"] # a guest until June
  }
}

variable "minimum_password" {
  type    = number
  default = 14
}
