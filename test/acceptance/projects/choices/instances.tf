# for_each: one value for all instances, and what some of them have of their own.

locals {
  tags = {
    Team  = "platform"
    Stage = "prod"
  }

  regions = {
    emea = { retention = 30 }
    apac = { retention = 30 } # still small
  }
}

resource "aws_cloudwatch_log_group" "plain" {
  for_each = toset(["a", "b", "c"])

  name              = "/choices/plain/${each.key}"
  retention_in_days = 30 # days
}

resource "aws_cloudwatch_log_group" "tenant" {
  for_each = toset(["acme", "globex", "initech"])

  name              = "/choices/tenant/${each.key}"
  retention_in_days = var.tenant_retention
}

resource "aws_cloudwatch_log_group" "second" {
  for_each = toset(["a", "b", "c"])

  name              = "/choices/second/${each.key}"
  retention_in_days = each.key == "a" ? 60 : 30
}

resource "aws_cloudwatch_log_group" "third" {
  for_each = toset(["a", "b", "c", "eu/d"])

  name              = "/choices/third/${each.key}"
  retention_in_days = lookup({ a = 60, b = 90 }, each.key, 30)
}

resource "aws_cloudwatch_log_group" "back" {
  for_each = toset(["a", "b", "c"])

  name              = "/choices/back/${each.key}"
  retention_in_days = each.key == "b" ? 60 : 30 # after the incident
}

resource "aws_cloudwatch_log_group" "less" {
  for_each = toset(["a", "b", "c"])

  name              = "/choices/less/${each.key}"
  retention_in_days = lookup({ a = 60, b = 90 }, each.key, 30)
}

resource "aws_cloudwatch_log_group" "region" {
  for_each = local.regions

  name              = "/choices/region/${each.key}"
  retention_in_days = each.value.retention
}

resource "aws_cloudwatch_log_group" "tagged" {
  for_each = toset(["a", "b", "c"])

  name              = "/choices/tagged/${each.key}"
  retention_in_days = 30
  tags              = local.tags
}

resource "aws_cloudwatch_log_group" "retagged" {
  for_each = toset(["a", "b"])

  name              = "/choices/retagged/${each.key}"
  retention_in_days = 30
  tags              = merge(local.tags, each.key == "a" ? { Team = "search" } : {})
}

# One has its own; the others follow the variable.
resource "aws_cloudwatch_log_group" "team" {
  for_each = toset(["core", "data", "web"])

  name              = "/choices/team/${each.key}"
  retention_in_days = lookup({ core = 90 }, each.key, var.team_retention)
}
