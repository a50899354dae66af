output "letters" {
  value = aws_sqs_queue.letters.url
}

output "session" {
  value = aws_iam_role.courier.max_session_duration
}
