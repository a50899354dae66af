resource "aws_cloudwatch_log_group" "this" {
  for_each = var.log_groups

  name              = "/${var.prefix}/${each.key}"
  retention_in_days = each.value
}

resource "aws_cloudwatch_log_group" "access" {
  name              = "/${var.prefix}/access"
  retention_in_days = 90
}

resource "aws_ssm_parameter" "endpoint" {
  name  = "/${var.prefix}/endpoint"
  type  = "String"
  value = "https://bank.example.net"
}

resource "aws_ssm_parameter" "flag" {
  for_each = toset(["dark-mode", "beta", "old-checkout"])

  name  = "/${var.prefix}/flags/${each.key}"
  type  = "String"
  value = "on"
}

output "mail_queue" {
  value = aws_sqs_queue.mail.id
}

output "billing_topic" {
  value = aws_sns_topic.billing.arn
}
