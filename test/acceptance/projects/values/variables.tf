variable "stage" {
  type = string
}

variable "critical" {
  description = "Page somebody at night."
  type        = bool
  default     = true
}

variable "runbook" {
  type = string
}

variable "rota" {
  type = list(string)
}

variable "extra_tags" {
  type    = map(string)
  default = {}
}

variable "retention" {
  description = "Days by log group, where it is not the usual."
  type        = map(number)
  default     = {}
}

variable "contacts" {
  type = map(string)
}

variable "channels" {
  type = map(map(string))
}

variable "audit_days" {
  type    = number
  default = null
}

variable "audit_owner" {
  type    = string
  default = ""
}

variable "settings" {
  type = any
}

variable "archive" {
  type    = bool
  default = false
}

variable "verbose" {
  type    = bool
  default = true
}

variable "months" {
  type    = number
  default = 2
}
