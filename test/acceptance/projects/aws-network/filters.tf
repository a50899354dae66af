resource "aws_network_acl" "public" {
  vpc_id     = aws_vpc.this.id
  subnet_ids = values(aws_subnet.public)[*].id

  ingress {
    rule_no    = 100
    protocol   = "tcp"
    action     = "allow"
    cidr_block = "0.0.0.0/0"
    from_port  = 443
    to_port    = 443
  }

  # Pilots call in over plain HTTP.
  ingress {
    rule_no    = 110
    protocol   = "tcp"
    action     = "allow"
    cidr_block = "198.51.100.0/24"
    from_port  = 80
    to_port    = 80
  }

  egress {
    rule_no    = 100
    protocol   = "-1"
    action     = "allow"
    cidr_block = "0.0.0.0/0"
    from_port  = 0
    to_port    = 0
  }

  tags = merge(local.tags, { Name = "${local.name}-public" })
}

resource "aws_network_acl" "private" {
  vpc_id = aws_vpc.this.id

  tags = merge(local.tags, { Name = "${local.name}-private" })
}

locals {
  private_rules = {
    inside  = { number = 100, cidr = var.cidr, from = 0, to = 65535 }
    answers = { number = 200, cidr = "0.0.0.0/0", from = 1024, to = 65535 }
    office  = { number = 300, cidr = "10.9.0.0/16", from = 22, to = 22 }
  }
}

resource "aws_network_acl_rule" "private" {
  for_each = local.private_rules

  network_acl_id = aws_network_acl.private.id
  rule_number    = each.value.number
  protocol       = "tcp"
  rule_action    = "allow"
  cidr_block     = each.value.cidr
  from_port      = each.value.from
  to_port        = each.value.to
}

resource "aws_security_group" "endpoints" {
  name        = "${local.name}-endpoints"
  description = "Private endpoints"
  vpc_id      = aws_vpc.this.id
}

resource "aws_network_interface" "scanner" {
  subnet_id       = aws_subnet.private["a"].id
  description     = "cargo scanner"
  security_groups = [aws_security_group.endpoints.id]

  tags = {
    Name = "scanner"
  }
}

resource "aws_vpc_endpoint" "s3" {
  vpc_id          = aws_vpc.this.id
  service_name    = "com.amazonaws.us-east-1.s3"
  route_table_ids = [aws_route_table.private.id]

  tags = {
    Name = "${local.name}-s3"
  }
}

resource "aws_ec2_managed_prefix_list" "terminals" {
  name           = "${local.name}-terminals"
  address_family = "IPv4"
  max_entries    = 10

  entry {
    cidr        = "10.60.0.0/24"
    description = "north quay"
  }

  tags = local.tags
}
