variable "create" {
  description = "Whether to create anything"
  type        = bool
  default     = true
}

variable "name" {
  description = "Name of the queue"
  type        = string
  default     = null
}

variable "visibility_timeout_seconds" {
  description = "Seconds that a message stays hidden after it was received"
  type        = number
  default     = null
}

variable "delay_seconds" {
  description = "Seconds that the delivery of all messages is delayed"
  type        = number
  default     = 0
}

variable "message_retention_seconds" {
  description = "Seconds that a message is kept"
  type        = number
  default     = 345600
}

variable "receive_wait_time_seconds" {
  description = "Seconds that a receive call waits"
  type        = number
  default     = null
}

variable "redrive_policy" {
  description = "When messages go to the dead letter queue"
  type        = any
  default     = {}
}

variable "create_dlq" {
  description = "Whether to create a dead letter queue"
  type        = bool
  default     = false
}

variable "dlq_name" {
  description = "Name of the dead letter queue"
  type        = string
  default     = null
}

variable "dlq_message_retention_seconds" {
  description = "Seconds that a dead letter is kept"
  type        = number
  default     = null
}

variable "dlq_tags" {
  description = "Further tags of the dead letter queue"
  type        = map(string)
  default     = {}
}

variable "alarms" {
  description = "Alarms to create, by name"
  type        = any
  default     = {}
}

variable "tags" {
  description = "Tags of all resources"
  type        = map(string)
  default     = {}
}
