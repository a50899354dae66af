variable "name" {
  type = string
}

resource "aws_sqs_queue" "this" {
  name = var.name
}

resource "aws_sqs_queue" "dead" {
  name = "${var.name}-dead"
}
