output "arn" {
  description = "ARN of the queue"
  value       = try(aws_sqs_queue.this[0].arn, null)
}

output "name" {
  description = "Name of the queue"
  value       = try(aws_sqs_queue.this[0].name, null)
}

output "visibility_timeout_seconds" {
  description = "Seconds that a message stays hidden"
  value       = try(aws_sqs_queue.this[0].visibility_timeout_seconds, null)
}
