resource "aws_sqs_queue" "orders" {
  name                       = "storefront-orders"
  visibility_timeout_seconds = 60
  message_retention_seconds  = 345600 # four days

  tags = {
    Team = "storefront"
  }
}

resource "aws_sqs_queue" "mail" {
  name                      = "storefront-mail"
  delay_seconds             = 0
  receive_wait_time_seconds = 10
}

resource "aws_sns_topic" "orders" {
  name         = "storefront-orders"
  display_name = "Orders"

  tags = {
    Team = "storefront"
  }
}

resource "aws_sns_topic_subscription" "orders_queue" {
  topic_arn            = aws_sns_topic.orders.arn
  protocol             = "sqs"
  endpoint             = aws_sqs_queue.orders.arn
  raw_message_delivery = false
}

resource "aws_cloudwatch_event_rule" "nightly" {
  name                = "storefront-nightly"
  description         = "Starts the nightly stock sync"
  schedule_expression = "cron(30 1 * * ? *)"
  state               = "ENABLED"
}
