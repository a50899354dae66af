resource "aws_sqs_queue" "this" {
  name                       = var.name
  visibility_timeout_seconds = var.settings.visibility
  delay_seconds              = var.settings.delay
  message_retention_seconds  = coalesce(var.settings.retention, 345600)
  receive_wait_time_seconds  = 10

  tags = merge(var.tags, { Name = var.name })
}
