variable "name" {
  type = string
}

variable "cidr" {
  type = string
}

variable "subnet_cidrs" {
  type = list(string)
}

variable "dns_hostnames" {
  type    = bool
  default = true
}

variable "tags" {
  type    = map(string)
  default = {}
}

data "aws_availability_zones" "this" {
  state = "available"
}

resource "aws_vpc" "this" {
  cidr_block           = var.cidr
  enable_dns_hostnames = var.dns_hostnames

  tags = merge(var.tags, { Name = var.name })
}

resource "aws_subnet" "this" {
  count = length(var.subnet_cidrs)

  vpc_id            = aws_vpc.this.id
  cidr_block        = var.subnet_cidrs[count.index]
  availability_zone = data.aws_availability_zones.this.names[count.index]

  tags = merge(var.tags, { Name = "${var.name}-${count.index}" })
}

output "vpc_id" {
  value = aws_vpc.this.id
}

output "subnet_ids" {
  value = aws_subnet.this[*].id
}
