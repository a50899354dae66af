variable "stage" {
  type = string
}

variable "buckets" {
  description = "Data buckets by purpose."

  type = map(object({
    versioned   = optional(bool, false)
    expire_days = optional(number)
    kms         = optional(bool, false)
    website     = optional(bool, false)
    tags        = optional(map(string), {})
  }))
}

variable "firewalls" {
  description = "Security groups by name, with their inline rules."

  type = map(object({
    description = string
    rules = list(object({
      port        = number
      protocol    = optional(string, "tcp")
      cidrs       = list(string)
      description = optional(string)
    }))
  }))
}

variable "partners" {
  description = "Networks that may reach the gateway, one rule resource each."
  type        = map(string)
}

variable "queues" {
  type = map(object({
    visibility = optional(number, 30)
    retention  = optional(number, 345600)
    fifo       = optional(bool, false)
  }))
}

variable "tables" {
  type = map(object({
    hash_key = string
    read     = number
    write    = number
    pitr     = optional(bool, false)
  }))
}

variable "fleets" {
  type = map(object({
    instance_type = string
    min           = number
    max           = number
    desired       = optional(number, 0)
  }))
}

variable "functions" {
  type = map(object({
    memory  = optional(number, 128)
    timeout = optional(number, 3)
  }))
}

variable "log_retention" {
  type = map(number)
}

variable "alarms" {
  type = map(object({
    namespace = string
    metric    = string
    threshold = number
    periods   = optional(number, 1)
  }))
}

variable "records" {
  type = map(object({
    type   = string
    ttl    = number
    values = list(string)
  }))
}

variable "schedules" {
  type = map(string)
}

variable "parameters" {
  type = map(string)
}

variable "roles" {
  type = map(object({
    service  = string
    policies = list(string)
  }))
}

variable "subnets" {
  type = map(object({
    cidr = string
    zone = string
  }))
}

variable "runner_count" {
  type    = number
  default = 2
}

variable "runner_types" {
  type    = list(string)
  default = ["t3.micro", "t3.small"]
}
