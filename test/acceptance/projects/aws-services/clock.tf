resource "aws_sqs_queue" "jobs" {
  name = "${var.name}-jobs"
}

resource "aws_scheduler_schedule" "nightly" {
  name                = "${var.name}-nightly"
  schedule_expression = "rate(12 hours)"

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = aws_sqs_queue.jobs.arn
    role_arn = aws_iam_role.clock.arn
  }
}
