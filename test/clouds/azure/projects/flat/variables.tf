variable "app_prefixes" {
  type = list(string)
}

variable "app_rules" {
  type = map(object({
    priority = number
    port     = string
  }))
}

variable "worker_size" {
  type    = string
  default = "Standard_D2s_v5"
}

variable "tenant_id" {
  type    = string
  default = "00000000-0000-4000-8000-0000000000ff"
}

variable "db_secret" {
  type      = string
  sensitive = true
  default   = ""
}

variable "sql_password" {
  type      = string
  sensitive = true
  default   = ""
}
