# The public table keeps its routes in blocks, the private ones have resources.

resource "aws_route_table" "public" {
  vpc_id = aws_vpc.this.id

  route {
    cidr_block = "0.0.0.0/0"
    gateway_id = aws_internet_gateway.this.id
  }

  # Berths of the carriers.
  route {
    cidr_block                = "10.61.0.0/16"
    vpc_peering_connection_id = aws_vpc_peering_connection.carriers.id
  }

  tags = merge(local.tags, { Name = "${local.name}-public" })
}

resource "aws_route_table_association" "public" {
  for_each = aws_subnet.public

  subnet_id      = each.value.id
  route_table_id = aws_route_table.public.id
}

resource "aws_eip" "nat" {
  domain = "vpc"

  tags = {
    Name  = "${local.name}-nat"
    Allow = "listed at the customs office" # do not release
  }
}

resource "aws_nat_gateway" "this" {
  allocation_id = aws_eip.nat.id
  subnet_id     = aws_subnet.public["a"].id

  tags = {
    Name = local.name
  }
}

resource "aws_route_table" "private" {
  vpc_id = aws_vpc.this.id

  tags = merge(local.tags, { Name = "${local.name}-private" })
}

resource "aws_route" "out" {
  route_table_id         = aws_route_table.private.id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = aws_nat_gateway.this.id
}

resource "aws_route" "carriers" {
  route_table_id            = aws_route_table.private.id
  destination_cidr_block    = "10.61.0.0/16"
  vpc_peering_connection_id = aws_vpc_peering_connection.carriers.id
}

resource "aws_route_table_association" "private" {
  for_each = {
    a = aws_subnet.private["a"].id
    b = aws_subnet.private["b"].id
  }

  subnet_id      = each.value
  route_table_id = aws_route_table.private.id
}
