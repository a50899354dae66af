variable "admins" {
  type    = set(string)
  default = ["10.4.0.0/16", "10.5.0.0/16"]
}

locals {
  blocked = ["10.7.0.0/16"]
}

resource "aws_security_group" "united_add" {
  name        = "values-united_add"
  description = "Lists"

  ingress {
    from_port   = 8011
    to_port     = 8011
    protocol    = "tcp"
    cidr_blocks = setunion(local.office, ["192.0.2.3/32"])
  }
}

resource "aws_security_group" "united_drop" {
  name        = "values-united_drop"
  description = "Lists"

  ingress {
    from_port   = 8012
    to_port     = 8012
    protocol    = "tcp"
    cidr_blocks = setunion(local.office, ["192.0.2.3/32", "192.0.2.4/32"])
  }
}

resource "aws_security_group" "set_drop" {
  name        = "values-set_drop"
  description = "Lists"

  ingress {
    from_port   = 8013
    to_port     = 8013
    protocol    = "tcp"
    cidr_blocks = var.admins
  }
}

resource "aws_security_group" "to_set" {
  name        = "values-to_set"
  description = "Lists"

  ingress {
    from_port   = 8014
    to_port     = 8014
    protocol    = "tcp"
    cidr_blocks = toset(["10.6.0.0/16", "10.6.0.0/16"])
  }
}

resource "aws_security_group" "sorted" {
  name        = "values-sorted"
  description = "Lists"

  ingress {
    from_port   = 8015
    to_port     = 8015
    protocol    = "tcp"
    cidr_blocks = sort(distinct(concat(["10.8.0.0/16"], local.office)))
  }
}

resource "aws_security_group" "subtracted" {
  name        = "values-subtracted"
  description = "Lists"

  ingress {
    from_port   = 8016
    to_port     = 8016
    protocol    = "tcp"
    cidr_blocks = setsubtract(["10.7.0.0/16", "10.9.0.0/16"], local.blocked)
  }
}
