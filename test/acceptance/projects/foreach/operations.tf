resource "aws_cloudwatch_log_group" "this" {
  for_each = var.log_retention

  name              = "/${local.name}/${each.key}"
  retention_in_days = each.value
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = var.alarms

  alarm_name          = "${local.name}-${each.key}"
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  statistic           = "Sum"
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value.threshold
  period              = 300
  evaluation_periods  = each.value.periods
  alarm_actions       = [aws_sns_topic.this["alarms"].arn]
}
