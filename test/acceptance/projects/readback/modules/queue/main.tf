variable "name" {
  type = string
}

variable "delay" {
  type = number
}

resource "aws_sqs_queue" "this" {
  name          = var.name
  delay_seconds = var.delay
}
