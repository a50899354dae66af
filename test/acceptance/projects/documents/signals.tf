resource "aws_cloudwatch_event_rule" "transfers" {
  name = "ledger-transfers"

  event_pattern = jsonencode({
    source      = ["ledger.core", "ledger.batch"]
    detail-type = ["Transfer"]
    detail = {
      account = [local.account]
      amount  = [{ numeric = [">", 1000] }]
    }
  })
}

resource "aws_cloudwatch_event_rule" "returns" {
  name = "ledger-returns"

  event_pattern = <<-EOT
    {
      "source": ["ledger.core"],
      "detail-type": ["Return"],
      "detail": {
        "queue": ["${aws_sqs_queue.returns.name}"],
        "state": ["open", "disputed"]
      }
    }
  EOT
}

locals {
  oncall = {
    team  = "ledger"
    pager = "ledger-primary"
  }

  desk = {
    team  = "finance"
    pager = "finance-desk"
  }
}

resource "aws_cloudwatch_metric_alarm" "backlog" {
  alarm_name          = "ledger-backlog"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  period              = 300
  statistic           = "Average"
  threshold           = 100

  # The pager reads this.
  alarm_description = yamlencode({
    owner    = local.oncall
    runbook  = "https://wiki.example.com/ledger/backlog"
    severity = "high"
    steps    = ["look at the dead letters", "scale the workers"]
  })

  dimensions = {
    QueueName = aws_sqs_queue.intake.name
  }
}

resource "aws_cloudwatch_metric_alarm" "age" {
  alarm_name          = "ledger-age"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "ApproximateAgeOfOldestMessage"
  namespace           = "AWS/SQS"
  period              = 60
  statistic           = "Maximum"
  threshold           = 900

  alarm_description = yamlencode({
    queue = aws_sqs_queue.returns.name
    contacts = [
      { name = "desk", hours = "9-17" },
      { name = "night", hours = "17-9" },
    ]
    mute = false
  })

  dimensions = {
    QueueName = aws_sqs_queue.returns.name
  }
}

resource "aws_cloudwatch_metric_alarm" "publish" {
  alarm_name          = "ledger-publish"
  comparison_operator = "LessThanThreshold"
  evaluation_periods  = 3
  metric_name         = "NumberOfMessagesPublished"
  namespace           = "AWS/SNS"
  period              = 300
  statistic           = "Sum"
  threshold           = 1

  alarm_description = <<-EOT
    # Read by the pager.
    owner:
      team: ledger
      topic: ${aws_sns_topic.postings.name}
    severity: low
    steps:
      - check the loader
      - call the desk
  EOT

  dimensions = {
    TopicName = aws_sns_topic.postings.name
  }
}

resource "aws_cloudwatch_metric_alarm" "loader" {
  alarm_name          = "ledger-loader"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "Errors"
  namespace           = "Ledger"
  period              = 300
  statistic           = "Sum"
  threshold           = 5

  alarm_description = yamlencode(merge(local.desk, {
    retries = { max = 3, wait = "10s" }
  }))
}

resource "aws_cloudwatch_metric_alarm" "exports" {
  alarm_name          = "ledger-exports"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "ExportsFailed"
  namespace           = "Ledger"
  period              = 300
  statistic           = "Sum"
  threshold           = 1

  alarm_description = jsonencode({
    bucket = aws_s3_bucket.exports.id
    ticket = { project = "LEDGER", priority = 3 }
  })
}
