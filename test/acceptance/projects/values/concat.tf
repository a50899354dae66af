locals {
  office = ["198.51.100.0/24"]
}

variable "partners" {
  type    = list(string)
  default = ["203.0.113.0/28"]
}

resource "aws_security_group" "joined_add" {
  name        = "values-joined_add"
  description = "Lists"

  ingress {
    from_port   = 8001
    to_port     = 8001
    protocol    = "tcp"
    cidr_blocks = concat(local.office, ["192.0.2.1/32"])
  }
}

resource "aws_security_group" "joined_drop" {
  name        = "values-joined_drop"
  description = "Lists"

  ingress {
    from_port   = 8002
    to_port     = 8002
    protocol    = "tcp"
    cidr_blocks = concat(local.office, ["192.0.2.1/32", "192.0.2.2/32"])
  }
}

resource "aws_security_group" "joined_partner" {
  name        = "values-joined_partner"
  description = "Lists"

  ingress {
    from_port   = 8003
    to_port     = 8003
    protocol    = "tcp"
    cidr_blocks = concat(local.office, var.partners)
  }
}

resource "aws_security_group" "joined_swap" {
  name        = "values-joined_swap"
  description = "Lists"

  ingress {
    from_port   = 8004
    to_port     = 8004
    protocol    = "tcp"
    cidr_blocks = concat(["10.1.0.0/16"], local.office)
  }
}

resource "aws_security_group" "joined_branch" {
  name        = "values-joined_branch"
  description = "Lists"

  ingress {
    from_port   = 8005
    to_port     = 8005
    protocol    = "tcp"
    cidr_blocks = concat(local.office, var.critical ? ["10.2.0.0/16"] : [])
  }
}

resource "aws_security_group" "joined_three" {
  name        = "values-joined_three"
  description = "Lists"

  ingress {
    from_port   = 8006
    to_port     = 8006
    protocol    = "tcp"
    cidr_blocks = concat(local.office, [], ["10.3.0.0/16"])
  }
}
