variable "name" {
  type = string
}

variable "settings" {
  type    = any
  default = {}
}

variable "alarm" {
  type = object({
    threshold = optional(number, 50)
    periods   = optional(number, 2)
  })
  default = {}
}

variable "topic_label" {
  type    = string
  default = "Delays"
}

module "in" {
  source = "../queue"

  name     = "${var.name}-in"
  settings = var.settings
}

module "out" {
  source = "../queue"

  name     = "${var.name}-out"
  settings = var.settings
}

resource "aws_cloudwatch_metric_alarm" "depth" {
  alarm_name          = "${module.in.name}-depth"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  comparison_operator = "GreaterThanThreshold"
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = var.alarm.periods
  threshold           = var.alarm.threshold
  dimensions          = { QueueName = module.in.name }
}

output "topic_label" {
  value = var.topic_label
}
