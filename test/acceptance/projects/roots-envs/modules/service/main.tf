resource "aws_cloudwatch_log_group" "app" {
  name              = "/${var.environment}/app"
  retention_in_days = 30 # as long as support asks
}

resource "aws_cloudwatch_log_group" "audit" {
  name              = "/${var.environment}/audit"
  retention_in_days = var.audit_days
}

resource "aws_cloudwatch_log_group" "access" {
  name              = "/${var.environment}/access"
  retention_in_days = var.environment == "prod" ? 90 : 7
}

resource "aws_cloudwatch_metric_alarm" "errors" {
  alarm_name          = "${var.environment}-errors"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = local.periods[var.tier]
  metric_name         = "Errors"
  namespace           = "AWS/Lambda"
  period              = 60
  statistic           = "Sum"
  threshold           = var.threshold
}

resource "aws_ssm_parameter" "level" {
  name  = "/${var.environment}/level"
  type  = "String"
  value = jsondecode(file("${path.module}/defaults.json")).level
}

locals {
  periods = {
    gold   = 2
    silver = 5
  }
}
