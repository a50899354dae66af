variable "name" {
  type = string
}

variable "settings" {
  type = object({
    visibility = optional(number, 30)
    delay      = optional(number, 0)
    retention  = optional(number)
  })
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}
