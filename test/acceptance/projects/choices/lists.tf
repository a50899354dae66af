# A list that feeds two alarms.

resource "aws_sns_topic" "oncall" {
  name = "choices-oncall"
}

resource "aws_sns_topic" "team" {
  name = "choices-team"
}

resource "aws_sns_topic" "archive" {
  name = "choices-archive"
}

locals {
  both = [aws_sns_topic.oncall.arn]

  fewer = [
    aws_sns_topic.oncall.arn, # first
    aws_sns_topic.team.arn,
  ]

  notify = [aws_sns_topic.oncall.arn, aws_sns_topic.team.arn]

  alarm = {
    comparison_operator = "GreaterThanThreshold"
    metric_name         = "Errors"
    namespace           = "Choices"
    statistic           = "Sum"
  }
}

resource "aws_cloudwatch_metric_alarm" "both_a" {
  alarm_name          = "choices-both-a"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.both
}

resource "aws_cloudwatch_metric_alarm" "both_b" {
  alarm_name          = "choices-both-b"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.both
}

resource "aws_cloudwatch_metric_alarm" "fewer_a" {
  alarm_name          = "choices-fewer-a"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.fewer
}

resource "aws_cloudwatch_metric_alarm" "fewer_b" {
  alarm_name          = "choices-fewer-b"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.fewer
}

resource "aws_cloudwatch_metric_alarm" "gets" {
  alarm_name          = "choices-gets"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.notify
}

resource "aws_cloudwatch_metric_alarm" "loses" {
  alarm_name          = "choices-loses"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.notify
}

resource "aws_cloudwatch_metric_alarm" "gives" {
  alarm_name          = "choices-gives"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = concat(local.notify, [aws_sns_topic.archive.arn])
}

resource "aws_cloudwatch_metric_alarm" "regains" {
  alarm_name          = "choices-regains"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = [for item in local.notify : item if item != aws_sns_topic.team.arn]
}

resource "aws_cloudwatch_metric_alarm" "stays" {
  alarm_name          = "choices-stays"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.notify
}

resource "aws_cloudwatch_metric_alarm" "fleet" {
  for_each = toset(["x", "y"])

  alarm_name          = "choices-fleet-${each.key}"
  comparison_operator = local.alarm.comparison_operator
  metric_name         = local.alarm.metric_name
  namespace           = local.alarm.namespace
  statistic           = local.alarm.statistic
  period              = 60
  evaluation_periods  = 2
  threshold           = 5
  alarm_actions       = local.notify
}
