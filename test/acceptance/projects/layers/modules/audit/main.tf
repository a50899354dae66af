variable "name" {
  type = string
}

resource "aws_sqs_queue" "this" {
  name = var.name
}

resource "aws_sns_topic" "this" {
  name = var.name
}
