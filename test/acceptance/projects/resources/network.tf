resource "aws_vpc" "this" {
  cidr_block = "10.70.0.0/16"
}

resource "aws_security_group" "gateway" {
  name        = "${var.prefix}-gateway"
  description = "Partner gateway"
  vpc_id      = aws_vpc.this.id
}

resource "aws_vpc_security_group_ingress_rule" "partner" {
  for_each = var.partners

  security_group_id = aws_security_group.gateway.id
  cidr_ipv4         = each.value
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"
}

resource "aws_route53_zone" "this" {
  name = "ledger.example.org"
}

resource "aws_route53_record" "this" {
  for_each = {
    api = ["192.0.2.10"]
    www = ["192.0.2.11"]
    old = ["192.0.2.12"]
  }

  zone_id = aws_route53_zone.this.zone_id
  name    = "${each.key}.ledger.example.org"
  type    = "A"
  ttl     = 300
  records = each.value
}
