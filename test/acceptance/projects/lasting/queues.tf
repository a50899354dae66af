resource "aws_sqs_queue" "halves" {
  name                       = "lasting-halves"
  delay_seconds              = 5
  visibility_timeout_seconds = 30

  tags = {
    Team = "press"
  }
}

resource "aws_sqs_queue" "tagged" {
  name                       = "lasting-tagged"
  delay_seconds              = 5
  visibility_timeout_seconds = 30

  tags = {
    Team = "press"
  }
}
