variable "sites" {
  type = map(object({
    cidrs = list(string)
    open  = optional(bool, true)
  }))

  default = {
    berlin = { cidrs = ["10.10.0.0/16", "10.11.0.0/16"] }
    oslo   = { cidrs = ["10.12.0.0/16"] }
    rome   = { cidrs = ["10.13.0.0/16"], open = false }
  }
}

locals {
  teams = {
    core = [{ ip = "192.0.2.10" }, { ip = "192.0.2.11" }]
  }
}

resource "aws_security_group" "flat_add" {
  name        = "values-flat_add"
  description = "Lists"

  ingress {
    from_port   = 8021
    to_port     = 8021
    protocol    = "tcp"
    cidr_blocks = flatten([local.office, ["192.0.2.5/32"]])
  }
}

resource "aws_security_group" "flat_drop" {
  name        = "values-flat_drop"
  description = "Lists"

  ingress {
    from_port   = 8022
    to_port     = 8022
    protocol    = "tcp"
    cidr_blocks = flatten([local.office, [["192.0.2.6/32"], "192.0.2.7/32"]])
  }
}

resource "aws_security_group" "flat_sites" {
  name        = "values-flat_sites"
  description = "Lists"

  ingress {
    from_port   = 8023
    to_port     = 8023
    protocol    = "tcp"
    cidr_blocks = flatten([for name, site in var.sites : site.cidrs if site.open])
  }
}

resource "aws_security_group" "flat_team" {
  name        = "values-flat_team"
  description = "Lists"

  ingress {
    from_port   = 8024
    to_port     = 8024
    protocol    = "tcp"
    cidr_blocks = flatten([for team, people in local.teams : [for who in people : "${who.ip}/32"]])
  }
}

resource "aws_security_group" "flat_values" {
  name        = "values-flat_values"
  description = "Lists"

  ingress {
    from_port   = 8025
    to_port     = 8025
    protocol    = "tcp"
    cidr_blocks = flatten(values({ a = ["10.14.0.0/16"], b = local.office }))
  }
}

resource "aws_security_group" "flat_compact" {
  name        = "values-flat_compact"
  description = "Lists"

  ingress {
    from_port   = 8026
    to_port     = 8026
    protocol    = "tcp"
    cidr_blocks = compact(flatten([["", "10.15.0.0/16"], local.office]))
  }
}
