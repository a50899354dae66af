locals {
  name = "harbor"
  tags = {
    Team = "connectivity"
  }
}

resource "aws_vpc" "this" {
  cidr_block                       = var.cidr
  assign_generated_ipv6_cidr_block = true

  tags = merge(local.tags, { Name = local.name })
}

# Pods of the cluster; the first range is nearly full.
resource "aws_vpc_ipv4_cidr_block_association" "pods" {
  vpc_id     = aws_vpc.this.id
  cidr_block = "100.64.0.0/16"
}

resource "aws_subnet" "public" {
  for_each = var.zones

  vpc_id            = aws_vpc.this.id
  cidr_block        = each.value.public
  availability_zone = "us-east-1${each.key}"

  tags = merge(local.tags, { Name = "${local.name}-public-${each.key}" })
}

resource "aws_subnet" "private" {
  for_each = var.zones

  vpc_id            = aws_vpc.this.id
  cidr_block        = each.value.private
  availability_zone = "us-east-1${each.key}"

  tags = merge(local.tags, { Name = "${local.name}-private-${each.key}" })
}

resource "aws_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id

  tags = {
    Name = local.name
    Team = "connectivity"
  }
}

resource "aws_egress_only_internet_gateway" "this" {
  vpc_id = aws_vpc.this.id

  tags = {
    Name = "${local.name}-v6"
  }
}

resource "aws_vpc_dhcp_options" "this" {
  domain_name         = "harbor.internal"
  domain_name_servers = ["10.60.0.2", "10.9.0.53"] # ours, then the office's

  tags = {
    Name = local.name
  }
}

resource "aws_vpc_dhcp_options" "legacy" {
  domain_name         = "port.example.net"
  domain_name_servers = ["10.9.0.53"]
}

resource "aws_vpc_dhcp_options_association" "this" {
  vpc_id          = aws_vpc.this.id
  dhcp_options_id = aws_vpc_dhcp_options.this.id
}

resource "aws_cloudwatch_log_group" "flow" {
  name              = "/${local.name}/flow"
  retention_in_days = var.flow_log_days
}

resource "aws_iam_role" "flow" {
  name = "${local.name}-flow"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "vpc-flow-logs.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_flow_log" "this" {
  vpc_id          = aws_vpc.this.id
  traffic_type    = "REJECT"
  iam_role_arn    = aws_iam_role.flow.arn
  log_destination = aws_cloudwatch_log_group.flow.arn

  tags = {
    Purpose = "who knocks"
  }
}

# Turned on for the audit in spring.
resource "aws_flow_log" "audit" {
  subnet_id       = aws_subnet.public["a"].id
  traffic_type    = "ALL"
  iam_role_arn    = aws_iam_role.flow.arn
  log_destination = aws_cloudwatch_log_group.flow.arn
}
