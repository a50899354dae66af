variable "name" {
  type = string
}

variable "vpc_id" {
  type = string
}

variable "rules" {
  type = map(object({
    port  = number
    cidrs = list(string)
  }))
}

variable "egress_ports" {
  type = set(string)
}

variable "maintenance" {
  type    = bool
  default = false
}

variable "bastion" {
  type    = string
  default = null
}

resource "aws_security_group" "this" {
  name   = var.name
  vpc_id = var.vpc_id

  dynamic "ingress" {
    for_each = var.rules
    iterator = rule

    content {
      description = rule.key
      from_port   = rule.value.port
      to_port     = rule.value.port
      protocol    = "tcp"
      cidr_blocks = rule.value.cidrs
    }
  }

  dynamic "egress" {
    for_each = var.egress_ports

    content {
      from_port   = egress.value
      to_port     = egress.value
      protocol    = "tcp"
      cidr_blocks = ["0.0.0.0/0"]
    }
  }
}

resource "aws_security_group" "operations" {
  name   = "${var.name}-operations"
  vpc_id = var.vpc_id

  dynamic "ingress" {
    for_each = var.maintenance ? [1] : []

    content {
      description = "maintenance"
      from_port   = 9000
      to_port     = 9000
      protocol    = "tcp"
      cidr_blocks = ["10.80.0.0/16"]
    }
  }

  dynamic "ingress" {
    for_each = var.bastion == null ? [] : [var.bastion]

    content {
      description = "bastion"
      from_port   = 22
      to_port     = 22
      protocol    = "tcp"
      cidr_blocks = [ingress.value]
    }
  }
}

resource "aws_security_group" "zone" {
  for_each = toset(["a", "b"])

  name   = "${var.name}-zone-${each.key}"
  vpc_id = var.vpc_id

  # Health checks of the balancer.
  ingress {
    from_port   = 8000
    to_port     = 8000
    protocol    = "tcp"
    cidr_blocks = ["10.80.1.0/24"]
  }
}
