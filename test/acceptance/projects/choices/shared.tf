# One value, several users.

locals {
  app_retention  = 30
  job_retention  = 30 # days
  slow_retention = var.mail_retention
}

resource "aws_cloudwatch_log_group" "web_api" {
  name              = "/choices/web/api"
  retention_in_days = var.web_retention
}

resource "aws_cloudwatch_log_group" "web_site" {
  name              = "/choices/web/site"
  retention_in_days = var.web_retention
}

resource "aws_cloudwatch_log_group" "web_admin" {
  name              = "/choices/web/admin"
  retention_in_days = var.web_retention
}

resource "aws_cloudwatch_log_group" "batch_import" {
  name              = "/choices/batch/import"
  retention_in_days = var.batch_retention
}

resource "aws_cloudwatch_log_group" "batch_export" {
  name              = "/choices/batch/export"
  retention_in_days = var.batch_retention # see the runbook
}

resource "aws_cloudwatch_log_group" "batch_report" {
  name              = "/choices/batch/report"
  retention_in_days = var.batch_retention
}

resource "aws_cloudwatch_log_group" "audit_login" {
  name              = "/choices/audit/login"
  retention_in_days = var.audit_retention
}

resource "aws_cloudwatch_log_group" "audit_admin" {
  name              = "/choices/audit/admin"
  retention_in_days = var.audit_retention
}

resource "aws_cloudwatch_log_group" "audit_billing" {
  name              = "/choices/audit/billing"
  retention_in_days = var.audit_retention
}

resource "aws_cloudwatch_log_group" "app_one" {
  name              = "/choices/app/one"
  retention_in_days = local.app_retention
}

resource "aws_cloudwatch_log_group" "app_two" {
  name              = "/choices/app/two"
  retention_in_days = local.app_retention
}

resource "aws_cloudwatch_log_group" "job_one" {
  name              = "/choices/job/one"
  retention_in_days = local.job_retention
}

resource "aws_cloudwatch_log_group" "job_two" {
  name              = "/choices/job/two"
  retention_in_days = local.job_retention
}

# The edge has one group here and one in a module.
resource "aws_cloudwatch_log_group" "edge" {
  name              = "/choices/edge/root"
  retention_in_days = var.edge_retention
}

module "edge" {
  source = "./modules/log"

  name      = "/choices/edge/module"
  retention = var.edge_retention
}

resource "aws_cloudwatch_log_group" "search" {
  name              = "/choices/search/root"
  retention_in_days = var.search_retention
}

module "search" {
  source = "./modules/log"

  name      = "/choices/search/module"
  retention = var.search_retention # as in the root
}

# Two people change one each.
resource "aws_cloudwatch_log_group" "mail_in" {
  name              = "/choices/mail/in"
  retention_in_days = local.slow_retention
}

resource "aws_cloudwatch_log_group" "mail_out" {
  name              = "/choices/mail/out"
  retention_in_days = local.slow_retention
}

resource "aws_cloudwatch_metric_alarm" "backlog" {
  alarm_name          = "choices-backlog"
  comparison_operator = "GreaterThanThreshold"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  namespace           = "AWS/SQS"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = var.backlog
  threshold           = var.backlog
}
