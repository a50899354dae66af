# Everything that differs between environments comes from env/*.tfvars.

variable "stage" {
  type = string
}

variable "api_retention" {
  type    = number
  default = 14
}

variable "job_retention" {
  type    = number
  default = 14 # the same everywhere
}

variable "web_retention" {
  type    = number
  default = 14
}

variable "trace_retention" {
  type    = number
  default = 7
}

variable "debug_retention" {
  type    = number
  default = 7
}

variable "workers" {
  type = map(object({ retention = optional(number, 14) }))
}

resource "aws_cloudwatch_log_group" "api" {
  name              = "/${var.stage}/api"
  retention_in_days = var.api_retention
}

resource "aws_cloudwatch_log_group" "job" {
  name              = "/${var.stage}/job"
  retention_in_days = var.job_retention
}

resource "aws_cloudwatch_log_group" "web" {
  name              = "/${var.stage}/web"
  retention_in_days = var.web_retention
}

resource "aws_cloudwatch_log_group" "worker" {
  for_each = var.workers

  name              = "/${var.stage}/worker/${each.key}"
  retention_in_days = each.value.retention
}

# The pipeline sets the variables of these two with TF_VAR_...
resource "aws_cloudwatch_log_group" "trace" {
  name              = "/${var.stage}/trace"
  retention_in_days = var.trace_retention
}

resource "aws_cloudwatch_log_group" "debug_one" {
  name              = "/${var.stage}/debug/one"
  retention_in_days = var.debug_retention
}

resource "aws_cloudwatch_log_group" "debug_two" {
  name              = "/${var.stage}/debug/two"
  retention_in_days = var.debug_retention
}
