variable "name" {
  type = string
}

variable "days" {
  type = number
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/rail/${var.name}"
  retention_in_days = var.days
}
