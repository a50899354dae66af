variable "color" {
  type = string
}

variable "archive_days" {
  type = number
}

resource "aws_cloudwatch_log_group" "archive" {
  name              = "/links/${var.color}/archive"
  retention_in_days = var.archive_days
}
