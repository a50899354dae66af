variable "prefix" {
  type    = string
  default = "ledger"
}

variable "queues" {
  description = "Work queues by name."
  type = map(object({
    visibility = optional(number, 30)
    retention  = optional(number, 345600)
  }))
}

variable "worker_queues" {
  type    = number
  default = 2
}

variable "audit" {
  description = "Keeps the audit trail queue."
  type        = bool
  default     = true
}

variable "log_groups" {
  type = map(number)
}

variable "partners" {
  type = map(string)
}

variable "readers" {
  type    = set(string)
  default = ["grafana", "metabase", "looker"]
}
