resource "aws_efs_file_system" "shared" {
  creation_token  = "${var.name}-shared"
  throughput_mode = "bursting"

  tags = {
    Name = "${var.name}-shared"
  }
}

resource "aws_kinesis_stream" "clicks" {
  name             = "${var.name}-clicks"
  shard_count      = 1
  retention_period = var.stream_retention_hours
}

resource "aws_glue_catalog_database" "events" {
  name        = "${var.name}_events"
  description = "Raw events"
}

resource "aws_backup_vault" "main" {
  name = "${var.name}-main"
}

resource "aws_elasticache_subnet_group" "cache" {
  name        = "${var.name}-cache"
  description = "Where the caches live"
  subnet_ids  = [for subnet in aws_subnet.cache : subnet.id]
}

resource "aws_vpc" "cache" {
  cidr_block = "10.80.0.0/16"
}

resource "aws_subnet" "cache" {
  for_each = { a = 1, b = 2 }

  vpc_id            = aws_vpc.cache.id
  cidr_block        = cidrsubnet(aws_vpc.cache.cidr_block, 8, each.value)
  availability_zone = "us-east-1${each.key}"
}
