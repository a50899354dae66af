locals {
  name = "lighthouse"
  tags = {
    Crew = "keepers"
  }
}

resource "aws_cloudwatch_log_group" "this" {
  for_each = toset(["lamp", "horn", "access"])

  name              = "/${local.name}/${each.key}"
  retention_in_days = 30
}

resource "aws_cloudwatch_log_stream" "keeper" {
  for_each = toset(["day", "night", "storm"])

  name           = each.key
  log_group_name = aws_cloudwatch_log_group.this["lamp"].name
}

resource "aws_cloudwatch_log_metric_filter" "dark" {
  name           = "${local.name}-dark"
  pattern        = "lamp off"
  log_group_name = aws_cloudwatch_log_group.this["lamp"].name

  metric_transformation {
    name      = "Dark"
    namespace = "Lighthouse"
    value     = "1"
  }
}

resource "aws_cloudwatch_dashboard" "coast" {
  dashboard_name = "${local.name}-coast"

  dashboard_body = jsonencode({
    widgets = [
      {
        type   = "text"
        x      = 0
        y      = 0
        width  = 6
        height = 3
        properties = {
          markdown = "# Coast"
        }
      },
    ]
  })
}

resource "aws_cloudwatch_log_resource_policy" "resolver" {
  policy_name = "${local.name}-resolver"

  policy_document = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "QueryLogs"
      Effect    = "Allow"
      Principal = { Service = "route53.amazonaws.com" }
      Action    = ["logs:PutLogEvents"]
      Resource  = "arn:aws:logs:us-east-1:123456789012:log-group:/lighthouse/*"
    }]
  })
}

resource "aws_iam_role" "ship" {
  name = "${local.name}-ship"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "logs.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_kinesis_stream" "ships" {
  name        = "${local.name}-ships"
  shard_count = 1
}

resource "aws_cloudwatch_log_subscription_filter" "ships" {
  name            = "${local.name}-ships"
  log_group_name  = aws_cloudwatch_log_group.this["horn"].name
  filter_pattern  = "fog"
  destination_arn = aws_kinesis_stream.ships.arn
  role_arn        = aws_iam_role.ship.arn
  distribution    = "ByLogStream"
}
