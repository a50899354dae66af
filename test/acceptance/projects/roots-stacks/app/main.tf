variable "environment" {
  type = string
}

variable "app_days" {
  type = number
}

variable "batch_days" {
  type    = number
  default = 14
}

resource "aws_cloudwatch_log_group" "app" {
  name              = "/stacks/${var.environment}/app"
  retention_in_days = var.app_days
}

resource "aws_cloudwatch_log_group" "batch" {
  name              = "/stacks/${var.environment}/batch"
  retention_in_days = var.batch_days
}

resource "aws_cloudwatch_log_group" "web" {
  name              = "/stacks/${var.environment}/web"
  retention_in_days = 30
}

resource "aws_cloudwatch_log_group" "mail" {
  name              = "/stacks/${var.environment}/mail"
  retention_in_days = terraform.workspace == "prod" ? 90 : 3
}

module "service" {
  source = "../modules/service"
  name   = var.environment
}
