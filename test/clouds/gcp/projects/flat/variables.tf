variable "project" {
  type    = string
  default = "shop-prod"
}

variable "region" {
  type    = string
  default = "europe-west3"
}

variable "office_ranges" {
  type = list(string)
}

variable "database_tier" {
  type    = string
  default = "db-custom-2-7680"
}

variable "database_password" {
  type      = string
  sensitive = true
  default   = null
}

locals {
  labels = {
    team = "platform"
    env  = "prod"
  }
}
