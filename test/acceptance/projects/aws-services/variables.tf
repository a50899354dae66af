variable "name" {
  description = "Prefix of everything that has a name."
  type        = string
  default     = "atlas"
}

variable "registries" {
  description = "Image repositories, by name."
  type = map(object({
    mutable = optional(bool, false)
    scan    = optional(bool, true)
  }))
}

variable "stream_retention_hours" {
  type    = number
  default = 48
}

variable "password_length" {
  type    = number
  default = 12
}
