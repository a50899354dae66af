resource "aws_sqs_queue" "returns" {
  name                       = "returns"
  visibility_timeout_seconds = 30 # as long as a scan takes
}
