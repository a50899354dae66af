variable "api_key" {
  type      = string
  sensitive = true
  default   = "sk-first-key"
}

variable "signing_key" {
  type      = string
  sensitive = true
  default   = "first-signing-key"
}

variable "db_password" {
  type      = string
  sensitive = true
  default   = "first-password-4711"
}

variable "mailer_token" {
  type      = string
  sensitive = true
  default   = "first-token"
}

variable "mailer_timeout" {
  type    = number
  default = 10
}

variable "queues" {
  type = map(object({
    visibility = number
    retention  = number
  }))
}

variable "delays" {
  type = list(number)
}
