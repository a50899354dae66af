# count: one value for all indexes, a list, and indexes with their own.

locals {
  lane_retention  = [7, 14, 30] # by lane
  wheel_retention = [7, 14]
}

resource "aws_cloudwatch_log_group" "node" {
  count = 3

  name              = "/choices/node/${count.index}"
  retention_in_days = 30
}

resource "aws_cloudwatch_log_group" "shard" {
  count = 2

  name              = "/choices/shard/${count.index}"
  retention_in_days = var.shard_retention
}

resource "aws_cloudwatch_log_group" "replica" {
  count = 2

  name              = "/choices/replica/${count.index}"
  retention_in_days = var.replica_retention
}

resource "aws_cloudwatch_log_group" "lane" {
  count = 3

  name              = "/choices/lane/${count.index}"
  retention_in_days = local.lane_retention[count.index]
}

resource "aws_cloudwatch_log_group" "wheel" {
  count = 3

  name              = "/choices/wheel/${count.index}"
  retention_in_days = element(local.wheel_retention, count.index)
}

resource "aws_cloudwatch_log_group" "slot" {
  count = 3

  name              = "/choices/slot/${count.index}"
  retention_in_days = count.index == 1 ? 60 : 30
}

resource "aws_cloudwatch_log_group" "spare" {
  count = 2

  name              = "/choices/spare/${count.index}"
  retention_in_days = count.index == 0 ? 60 : 30
}
