variable "environment" {
  type    = string
  default = "live"
}

variable "audit_retention" {
  type        = string
  description = "How long auditors want things to be kept."
}

variable "queue_settings" {
  type = object({
    visibility = optional(number, 30)
    retention  = optional(number)
  })
  default = {}
}

variable "maintenance" {
  type        = bool
  description = "Opens the maintenance port."
  default     = false
}

variable "bastion_cidr" {
  type        = string
  description = "Where people log in from; null for nowhere."
  default     = "198.51.100.0/28"
}
