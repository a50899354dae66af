variable "name" {
  type = string
}

variable "days" {
  type    = number
  default = 14
}

variable "is_traced" {
  type    = bool
  default = false
}

resource "aws_cloudwatch_log_group" "app" {
  name              = "/links/${var.name}/app"
  retention_in_days = var.days
}

resource "aws_cloudwatch_log_group" "jobs" {
  name              = "/links/${var.name}/jobs"
  retention_in_days = 7
}

resource "aws_cloudwatch_log_group" "traces" {
  count = var.is_traced ? 1 : 0

  name              = "/links/${var.name}/traces"
  retention_in_days = 3
}
