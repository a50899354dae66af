resource "aws_vpc" "post" {
  cidr_block = "10.40.0.0/16"

  tags = { Name = "post" }
}

resource "aws_subnet" "hall" {
  vpc_id            = aws_vpc.post.id
  cidr_block        = "10.40.1.0/24"
  availability_zone = "us-east-1a"

  tags = { Name = "hall" }
}

resource "aws_internet_gateway" "gate" {
  vpc_id = aws_vpc.post.id
}

resource "aws_route_table" "hall" {
  vpc_id = aws_vpc.post.id

  tags = { Name = "hall" }
}

resource "aws_route" "out" {
  route_table_id         = aws_route_table.hall.id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.gate.id
}

resource "aws_route_table_association" "hall" {
  subnet_id      = aws_subnet.hall.id
  route_table_id = aws_route_table.hall.id
}

resource "aws_network_acl" "hall" {
  vpc_id = aws_vpc.post.id

  tags = { Name = "hall" }
}

resource "aws_network_acl_rule" "hall_in" {
  network_acl_id = aws_network_acl.hall.id
  rule_number    = 100
  egress         = false
  protocol       = "tcp"
  rule_action    = "allow"
  cidr_block     = "10.40.0.0/16"
  from_port      = 443
  to_port        = 443
}

# Rules of their own.
resource "aws_security_group" "counter" {
  name        = "counter"
  description = "The counter"
  vpc_id      = aws_vpc.post.id

  tags = { Name = "counter" }
}

resource "aws_vpc_security_group_ingress_rule" "counter_https" {
  security_group_id = aws_security_group.counter.id
  description       = "HTTPS"
  cidr_ipv4         = "10.40.0.0/16"
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"
}

resource "aws_vpc_security_group_egress_rule" "counter_out" {
  security_group_id = aws_security_group.counter.id
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "-1"
}

# Rules in the old style.
resource "aws_security_group" "vault" {
  name        = "vault"
  description = "The vault"
  vpc_id      = aws_vpc.post.id

  tags = { Name = "vault" }
}

resource "aws_security_group_rule" "vault_in" {
  type              = "ingress"
  security_group_id = aws_security_group.vault.id
  from_port         = 8443
  to_port           = 8443
  protocol          = "tcp"
  cidr_blocks       = ["10.40.1.0/24", "10.40.2.0/24"]
}

# Rules inline.
resource "aws_security_group" "lobby" {
  name        = "lobby"
  description = "The lobby"
  vpc_id      = aws_vpc.post.id

  ingress {
    description = "HTTP"
    from_port   = 80
    to_port     = 80
    protocol    = "tcp"
    cidr_blocks = ["10.40.0.0/16"]
  }

  tags = { Name = "lobby" }
}

resource "aws_eip" "gate" {
  domain = "vpc"

  tags = { Name = "gate" }
}
