variable "environment" {
  type = string
}

variable "parameters" {
  type        = any
  description = "What the services read when they start."
}

variable "defaults" {
  type    = any
  default = {}
}
