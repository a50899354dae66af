variable "name" {
  description = "Name of the security group"
  type        = string
}

variable "description" {
  description = "Description of the security group"
  type        = string
  default     = "Managed by Terraform"
}

variable "vpc_id" {
  description = "VPC to create it in"
  type        = string
}

variable "ingress_rules" {
  description = "Rules for incoming traffic, by name"
  type        = any
  default     = {}
}

variable "egress_ports" {
  description = "Ports that may be reached anywhere"
  type        = list(number)
  default     = []
}

variable "tags" {
  description = "Tags of the security group"
  type        = map(string)
  default     = {}
}

resource "aws_security_group" "this" {
  name        = var.name
  description = var.description
  vpc_id      = var.vpc_id

  dynamic "ingress" {
    for_each = var.ingress_rules

    content {
      description     = lookup(ingress.value, "description", ingress.key)
      from_port       = lookup(ingress.value, "from_port", lookup(ingress.value, "port", null))
      to_port         = lookup(ingress.value, "to_port", lookup(ingress.value, "port", null))
      protocol        = lookup(ingress.value, "protocol", "tcp")
      cidr_blocks     = try(ingress.value.cidr_blocks, [])
      security_groups = try(ingress.value.security_groups, [])
    }
  }

  dynamic "egress" {
    for_each = toset(var.egress_ports)
    iterator = each_port

    content {
      from_port   = each_port.value
      to_port     = each_port.value
      protocol    = "tcp"
      cidr_blocks = ["0.0.0.0/0"]
    }
  }

  tags = merge({ Name = var.name }, var.tags)

  lifecycle {
    create_before_destroy = true
  }
}

output "id" {
  description = "Id of the security group"
  value       = aws_security_group.this.id
}
