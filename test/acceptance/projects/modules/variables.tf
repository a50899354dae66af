variable "region" {
  type    = string
  default = "us-east-1"
}

variable "environment" {
  type        = string
  description = "Part of every name."
}

variable "vpc_cidr" {
  type    = string
  default = "10.40.0.0/16"
}

# Sized by the capacity review, see the wiki before you change it.
variable "api_capacity" {
  type = object({
    min = number
    max = number
  })
}

variable "worker_max" {
  type        = number
  description = "Upper bound of the worker fleet."
  default     = 3
}

variable "instance_type" {
  type    = string
  default = "t3.small"
}

variable "office_cidrs" {
  type        = list(string)
  description = "Where colleagues come from."
}

variable "log_retention_days" {
  type    = number
  default = 14
}

variable "settlement_memory" {
  type    = number
  default = 512
}

variable "tags" {
  type    = map(string)
  default = {}
}
