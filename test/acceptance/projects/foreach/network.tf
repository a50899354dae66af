locals {
  name = "fleet-${var.stage}"

  tags = {
    System = "fleet"
    Stage  = var.stage
  }
}

resource "aws_vpc" "this" {
  cidr_block = "10.60.0.0/16"
  tags       = merge(local.tags, { Name = local.name })
}

resource "aws_subnet" "this" {
  for_each = var.subnets

  vpc_id            = aws_vpc.this.id
  cidr_block        = each.value.cidr
  availability_zone = each.value.zone

  tags = merge(local.tags, {
    Name = "${local.name}-${each.key}"
  })
}

resource "aws_security_group" "this" {
  for_each = var.firewalls

  name        = "${local.name}-${each.key}"
  description = each.value.description
  vpc_id      = aws_vpc.this.id

  dynamic "ingress" {
    for_each = each.value.rules

    content {
      description = ingress.value.description
      from_port   = ingress.value.port
      to_port     = ingress.value.port
      protocol    = ingress.value.protocol
      cidr_blocks = ingress.value.cidrs
    }
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }

  tags = local.tags
}

resource "aws_security_group" "gateway" {
  name        = "${local.name}-gateway"
  description = "Partner gateway"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "partner" {
  for_each = var.partners

  security_group_id = aws_security_group.gateway.id
  description       = each.key
  cidr_ipv4         = each.value
  from_port         = 8443
  to_port           = 8443
  ip_protocol       = "tcp"

  tags = { Partner = each.key }
}

# The vendor's appliance still wants the old resource.
resource "aws_security_group" "appliance" {
  name        = "${local.name}-appliance"
  description = "Vendor appliance"
  vpc_id      = aws_vpc.this.id
}

resource "aws_security_group_rule" "appliance" {
  for_each = { ssh = 22, snmp = 161 }

  type              = "ingress"
  security_group_id = aws_security_group.appliance.id
  from_port         = each.value
  to_port           = each.value
  protocol          = each.key == "snmp" ? "udp" : "tcp"
  cidr_blocks       = ["10.60.0.0/16"]
}

resource "aws_route53_zone" "this" {
  name = "fleet.example.org"
}

resource "aws_route53_record" "this" {
  for_each = var.records

  zone_id = aws_route53_zone.this.zone_id
  name    = "${each.key}.fleet.example.org"
  type    = each.value.type
  ttl     = each.value.ttl
  records = each.value.values
}
