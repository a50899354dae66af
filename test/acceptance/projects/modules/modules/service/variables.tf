variable "name" {
  type = string
}

variable "vpc_id" {
  type = string
}

variable "subnet_ids" {
  type = list(string)
}

variable "port" {
  type = number
}

variable "allowed_cidrs" {
  type    = list(string)
  default = []
}

variable "min_size" {
  type    = number
  default = 0
}

variable "max_size" {
  type = number
}

variable "instance_type" {
  type = string
}

variable "log_retention_days" {
  type    = number
  default = 30
}

variable "cpu_threshold" {
  type    = number
  default = 80
}

variable "tags" {
  type    = map(string)
  default = {}
}
