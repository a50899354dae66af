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

resource "aws_security_group" "front" {
  name        = "${var.environment}-front"
  description = "What customers reach"

  ingress {
    description = "https"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}

resource "aws_security_group" "back" {
  name        = "${var.environment}-back"
  description = "What only the front reaches"

  ingress {
    description = "metrics"
    from_port   = 9100
    to_port     = 9100
    protocol    = "tcp"
    cidr_blocks = ["10.1.0.0/16"]
  }

  ingress {
    description = "database"
    from_port   = 5432
    to_port     = 5432
    protocol    = "tcp"
    cidr_blocks = ["10.2.0.0/16"]
  }
}
