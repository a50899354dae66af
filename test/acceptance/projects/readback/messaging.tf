locals {
  motto = "Print it"
}

resource "aws_sqs_queue" "jobs" {
  for_each = var.queues

  name                       = "press-${each.key}"
  visibility_timeout_seconds = each.value.visibility
  message_retention_seconds  = each.value.retention
}

module "returns" {
  source = "./modules/queue"
  count  = 2

  name  = "press-returns-${count.index}"
  delay = var.delays[count.index]
}

resource "aws_sqs_queue" "proofs" {
  name          = "press-proofs"
  delay_seconds = 5
}

resource "aws_sqs_queue" "plates" {
  name          = "press-plates"
  delay_seconds = 5

  tags = {
    Team = "press"
  }
}

resource "aws_sqs_queue" "inks" {
  name          = "press-inks"
  delay_seconds = 5
}

resource "aws_sqs_queue" "scraps" {
  name = "press-scraps"
}

resource "aws_cloudwatch_log_group" "press" {
  name              = "/press/app"
  retention_in_days = 30
}

resource "aws_s3_bucket" "assets" {
  bucket = "press-assets-4711"
}

resource "aws_s3_bucket_policy" "assets" {
  bucket = aws_s3_bucket.assets.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Action    = "s3:GetObject"
      Resource  = "arn:aws:s3:::press-assets-4711/*"
    }]
  })
}

resource "aws_dynamodb_table" "orders" {
  name         = "press-orders"
  billing_mode = "PROVISIONED"
  hash_key     = "id"

  read_capacity  = 5
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }
}
