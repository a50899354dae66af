variable "name" {
  type = string
}

variable "namespace" {
  type    = string
  default = "AWS/SQS"
}

variable "metric" {
  type = string
}

variable "threshold" {
  type = number
}

variable "periods" {
  type    = number
  default = 1
}

variable "dimensions" {
  type    = map(string)
  default = {}
}

variable "tags" {
  type    = map(string)
  default = {}
}

resource "aws_cloudwatch_metric_alarm" "this" {
  alarm_name          = var.name
  namespace           = var.namespace
  metric_name         = var.metric
  comparison_operator = "GreaterThanThreshold"
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = var.periods
  threshold           = var.threshold
  dimensions          = var.dimensions
  tags                = var.tags
}

output "arn" {
  value = aws_cloudwatch_metric_alarm.this.arn
}
