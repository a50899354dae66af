output "name" {
  value = aws_sqs_queue.this.name
}
