# Values that variable files set, some of them twice.

resource "aws_cloudwatch_log_group" "proxy" {
  name              = "/choices/proxy"
  retention_in_days = var.proxy_retention
}

resource "aws_cloudwatch_log_group" "cache" {
  name              = "/choices/cache"
  retention_in_days = var.cache_retention
}

resource "aws_cloudwatch_log_group" "store" {
  name              = "/choices/store"
  retention_in_days = var.store_retention
}

resource "aws_cloudwatch_log_group" "flow" {
  name              = "/choices/flow"
  retention_in_days = var.flow.retention
}

resource "aws_cloudwatch_log_group" "agent" {
  for_each = var.agents

  name              = "/choices/agent/${each.key}"
  retention_in_days = each.value
}

resource "aws_cloudwatch_log_group" "queue_in" {
  name              = "/choices/queue/in"
  retention_in_days = var.queue_retention
}

resource "aws_cloudwatch_log_group" "queue_out" {
  name              = "/choices/queue/out"
  retention_in_days = var.queue_retention
}
