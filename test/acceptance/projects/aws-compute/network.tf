locals {
  name = "mill"
  tags = {
    Service = "mill"
  }
}

resource "aws_vpc" "this" {
  cidr_block = "10.80.0.0/16"

  tags = merge(local.tags, { Name = local.name })
}

resource "aws_subnet" "this" {
  for_each = { a = 1, b = 2 }

  vpc_id            = aws_vpc.this.id
  cidr_block        = cidrsubnet(aws_vpc.this.cidr_block, 8, each.value)
  availability_zone = "us-east-1${each.key}"
}

resource "aws_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id
}

resource "aws_security_group" "web" {
  name        = "${local.name}-web"
  description = "Front of the mill"
  vpc_id      = aws_vpc.this.id
}
