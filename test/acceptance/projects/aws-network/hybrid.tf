# Everything that leaves the harbor by other ways than the internet.

resource "aws_vpc" "carriers" {
  cidr_block = "10.61.0.0/16"

  tags = { Name = "carriers" }
}

resource "aws_default_security_group" "carriers" {
  vpc_id = aws_vpc.carriers.id

  ingress {
    description = "each other"
    protocol    = "-1"
    self        = true
    from_port   = 0
    to_port     = 0
  }
}

resource "aws_default_route_table" "carriers" {
  default_route_table_id = aws_vpc.carriers.default_route_table_id

  route {
    cidr_block                = var.cidr
    vpc_peering_connection_id = aws_vpc_peering_connection.carriers.id
  }
}

resource "aws_default_network_acl" "carriers" {
  default_network_acl_id = aws_vpc.carriers.default_network_acl_id

  ingress {
    rule_no    = 100
    protocol   = "-1"
    action     = "allow"
    cidr_block = "10.0.0.0/8"
    from_port  = 0
    to_port    = 0
  }
}

resource "aws_vpc_peering_connection" "carriers" {
  vpc_id      = aws_vpc.this.id
  peer_vpc_id = aws_vpc.carriers.id
  auto_accept = true

  tags = merge(local.tags, { Name = "carriers" })
}

resource "aws_ec2_transit_gateway" "this" {
  description     = "Between the harbors"
  amazon_side_asn = var.asn.amazon

  tags = merge(local.tags, { Name = "harbors" })
}

resource "aws_ec2_transit_gateway_vpc_attachment" "this" {
  transit_gateway_id = aws_ec2_transit_gateway.this.id
  vpc_id             = aws_vpc.this.id
  subnet_ids         = values(aws_subnet.private)[*].id

  tags = {
    Name = local.name
  }
}

resource "aws_ec2_transit_gateway_route_table" "guests" {
  transit_gateway_id = aws_ec2_transit_gateway.this.id

  tags = {
    Name = "guests"
  }
}

resource "aws_customer_gateway" "office" {
  bgp_asn    = var.asn.office
  ip_address = "198.51.100.7"
  type       = "ipsec.1"

  tags = merge(local.tags, { Name = "office" })
}

resource "aws_vpn_gateway" "this" {
  vpc_id = aws_vpc.this.id

  tags = {
    Name = local.name
  }
}

resource "aws_vpn_connection" "office" {
  customer_gateway_id = aws_customer_gateway.office.id
  vpn_gateway_id      = aws_vpn_gateway.this.id
  type                = "ipsec.1"

  tags = {
    Name = "office"
  }
}
