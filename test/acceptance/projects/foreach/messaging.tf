resource "aws_sqs_queue" "this" {
  for_each = var.queues

  name                       = "${local.name}-${each.key}"
  visibility_timeout_seconds = each.value.visibility
  message_retention_seconds  = each.value.retention

  tags = merge(local.tags, { Queue = each.key })
}

resource "aws_sns_topic" "this" {
  for_each = toset(["alarms", "events"])

  name = "${local.name}-${each.value}"
}

resource "aws_cloudwatch_event_rule" "this" {
  for_each = var.schedules

  name                = "${local.name}-${each.key}"
  schedule_expression = each.value
}
