variable "name" {
  type = string
}

variable "visibility_timeout" {
  type    = number
  default = 30
}

variable "retention" {
  type = number
}

variable "max_receive_count" {
  type    = number
  default = 3
}

resource "aws_sqs_queue" "dead" {
  name                      = "${var.name}-dead"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "this" {
  name                       = var.name
  visibility_timeout_seconds = var.visibility_timeout
  message_retention_seconds  = var.retention

  # After that many tries a message is parked and somebody gets a mail.
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = var.max_receive_count
  })
}

resource "aws_sns_topic" "this" {
  name = var.name
}

resource "aws_sns_topic_subscription" "this" {
  topic_arn = aws_sns_topic.this.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.this.arn
}
