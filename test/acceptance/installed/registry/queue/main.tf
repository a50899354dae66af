locals {
  name     = try(trimsuffix(var.name, ".fifo"), "")
  dlq_name = try(coalesce(var.dlq_name, "${local.name}-dlq"), "")
}

################################################################################
# Queue
################################################################################

resource "aws_sqs_queue" "this" {
  count = var.create ? 1 : 0

  name                       = local.name
  visibility_timeout_seconds = var.visibility_timeout_seconds
  delay_seconds              = var.delay_seconds
  max_message_size           = 131072
  message_retention_seconds  = var.message_retention_seconds
  receive_wait_time_seconds  = var.receive_wait_time_seconds

  redrive_policy = var.create_dlq ? jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dlq[0].arn
    maxReceiveCount     = try(var.redrive_policy.maxReceiveCount, 5)
  }) : null

  tags = merge(var.tags, { Name = local.name })
}

################################################################################
# Dead letters
################################################################################

resource "aws_sqs_queue" "dlq" {
  count = var.create && var.create_dlq ? 1 : 0

  name                      = local.dlq_name
  message_retention_seconds = try(coalesce(var.dlq_message_retention_seconds, var.message_retention_seconds), null)

  tags = merge(var.tags, var.dlq_tags, { Name = local.dlq_name })
}

################################################################################
# Alarms
################################################################################

module "alarm" {
  source = "./modules/alarm"

  for_each = { for key, alarm in var.alarms : key => alarm if var.create }

  name       = "${local.name}-${each.key}"
  metric     = lookup(each.value, "metric", "ApproximateAgeOfOldestMessage")
  threshold  = lookup(each.value, "threshold", 300)
  periods    = try(each.value.periods, 2)
  dimensions = { QueueName = aws_sqs_queue.this[0].name }
  tags       = merge(var.tags, try(each.value.tags, {}))
}
