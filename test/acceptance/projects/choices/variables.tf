variable "web_retention" {
  description = "Days that the logs of the web tier are kept"
  type        = number
  default     = 30 # all three of them
}

variable "batch_retention" {
  type    = number
  default = 14
}

variable "audit_retention" {
  type    = number
  default = 90
}

variable "edge_retention" {
  type    = number
  default = 7
}

variable "search_retention" {
  type    = number
  default = 30
}

variable "mail_retention" {
  type    = number
  default = 14
}

variable "backlog" {
  description = "Both how long and how often, for now"
  type        = number
  default     = 3
}

variable "tenant_retention" {
  type    = number
  default = 30
}

variable "shard_retention" {
  type    = number
  default = 30
}

variable "replica_retention" {
  type    = number
  default = 14
}

variable "team_retention" {
  type    = number
  default = 30
}

# Set in variable files.

variable "proxy_retention" {
  type    = number
  default = 1
}

variable "cache_retention" {
  type    = number
  default = 1
}

variable "queue_retention" {
  type    = number
  default = 1
}

variable "store_retention" {
  type    = number
  default = 1
}

variable "flow" {
  type = object({
    retention = number
    paused    = optional(bool, false)
  })
}

variable "agents" {
  type = map(number)
}
