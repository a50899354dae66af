resource "aws_sqs_queue" "letters" {
  name                       = "companions-letters"
  visibility_timeout_seconds = 30
  delay_seconds              = 0
}

resource "aws_sqs_queue" "lost" {
  name = "companions-lost"
}

resource "aws_sqs_queue_redrive_policy" "letters" {
  queue_url = aws_sqs_queue.letters.id

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.lost.arn
    maxReceiveCount     = 4
  })
}

resource "aws_sqs_queue_policy" "lost" {
  queue_url = aws_sqs_queue.lost.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Send"
      Effect    = "Allow"
      Principal = { Service = "sns.amazonaws.com" }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.lost.arn
    }]
  })
}

resource "aws_sns_topic" "bell" {
  name         = "companions-bell"
  display_name = "Bell"
}

resource "aws_sns_topic_policy" "bell" {
  arn = aws_sns_topic.bell.arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Ring"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.bell.arn
    }]
  })
}

resource "aws_sns_topic_subscription" "bell" {
  topic_arn = aws_sns_topic.bell.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.letters.arn
}

resource "aws_kms_key" "seal" {
  description             = "Seal"
  deletion_window_in_days = 10
}

resource "aws_kms_key_policy" "seal" {
  key_id = aws_kms_key.seal.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "All"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Action    = "kms:*"
      Resource  = "*"
    }]
  })
}

resource "aws_kms_alias" "seal" {
  name          = "alias/companions-seal"
  target_key_id = aws_kms_key.seal.key_id
}

resource "aws_secretsmanager_secret" "code" {
  name        = "companions-code"
  description = "Code of the door"
}

resource "aws_secretsmanager_secret_version" "code" {
  secret_id     = aws_secretsmanager_secret.code.id
  secret_string = "4711"
}

resource "aws_cloudwatch_log_group" "desk" {
  name              = "/companions/desk"
  retention_in_days = 30
}

resource "aws_cloudwatch_log_metric_filter" "desk" {
  name           = "lost"
  log_group_name = aws_cloudwatch_log_group.desk.name
  pattern        = "LOST"

  metric_transformation {
    name      = "Lost"
    namespace = "Post"
    value     = "1"
  }
}

resource "aws_cloudwatch_event_rule" "morning" {
  name                = "companions-morning"
  schedule_expression = "rate(1 day)"
}

resource "aws_cloudwatch_event_target" "morning" {
  rule = aws_cloudwatch_event_rule.morning.name
  arn  = aws_sqs_queue.letters.arn
}

resource "aws_ssm_parameter" "pin" {
  name        = "/companions/pin"
  description = "Pin of the door"
  type        = "SecureString"
  value       = "0000"
}

variable "till_days" {
  type    = number
  default = 30

  validation {
    condition     = contains([30, 60, 90], var.till_days)
    error_message = "One, two or three months."
  }
}

resource "aws_cloudwatch_log_group" "till" {
  name              = "/companions/till"
  retention_in_days = var.till_days
}
