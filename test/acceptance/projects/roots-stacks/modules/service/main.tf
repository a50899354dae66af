variable "name" {
  type = string
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/stacks/${var.name}/service"
  retention_in_days = 7
}
