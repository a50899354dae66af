variable "environment" {
  description = "Name of the environment."
  type        = string
}

variable "audit_days" {
  description = "Days that audit logs are kept."
  type        = number
  default     = 365
}

variable "threshold" {
  description = "Errors in a minute that wake somebody up."
  type        = number
}

variable "tier" {
  description = "What the service was promised."
  type        = string
  default     = "silver"
}
