variable "name" {
  type = string
}

variable "retention" {
  type    = number
  default = 30
}

resource "aws_cloudwatch_log_group" "requests" {
  name              = "/choices/pair/${var.name}/requests"
  retention_in_days = var.retention
}

resource "aws_cloudwatch_log_group" "errors" {
  name              = "/choices/pair/${var.name}/errors"
  retention_in_days = 90 # by contract
}
