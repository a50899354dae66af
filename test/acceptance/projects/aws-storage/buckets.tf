locals {
  name = "orchard"
  tags = {
    Farm = "orchard"
  }
}

resource "aws_s3_bucket" "this" {
  for_each = toset(["harvest", "photos", "ledger", "backup"])

  bucket              = "${local.name}-${each.key}"
  object_lock_enabled = each.key == "ledger"
}

resource "aws_s3_bucket_accelerate_configuration" "photos" {
  bucket = aws_s3_bucket.this["photos"].id
  status = "Enabled"
}

resource "aws_s3_bucket_inventory" "photos" {
  bucket                   = aws_s3_bucket.this["photos"].id
  name                     = "weekly"
  included_object_versions = "All"

  schedule {
    frequency = "Weekly"
  }

  destination {
    bucket {
      format     = "CSV"
      bucket_arn = aws_s3_bucket.this["backup"].arn
    }
  }
}

resource "aws_s3_bucket_object_lock_configuration" "ledger" {
  bucket = aws_s3_bucket.this["ledger"].id

  rule {
    default_retention {
      mode = "GOVERNANCE"
      days = 365 # until the tax is paid
    }
  }
}

resource "aws_s3_object" "prices" {
  bucket  = aws_s3_bucket.this["harvest"].id
  key     = "prices.json"
  content = jsonencode({ apples = 2, pears = 3 })

  tags = {
    Season = "2024"
  }
}

# Signs from the old shop.
resource "aws_s3_object" "sign" {
  bucket  = aws_s3_bucket.this["harvest"].id
  key     = "signs/closed.txt"
  content = "Closed"
}

resource "aws_sqs_queue" "this" {
  for_each = toset(["baskets", "rotten"])

  name = "${local.name}-${each.key}"
}

resource "aws_s3_bucket_notification" "harvest" {
  bucket = aws_s3_bucket.this["harvest"].id

  queue {
    id            = "baskets"
    queue_arn     = aws_sqs_queue.this["baskets"].arn
    events        = ["s3:ObjectCreated:*"]
    filter_prefix = "baskets/"
  }
}

resource "aws_sqs_queue_redrive_policy" "baskets" {
  queue_url = aws_sqs_queue.this["baskets"].id

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.this["rotten"].arn
    maxReceiveCount     = 4
  })
}

resource "aws_dynamodb_table" "trees" {
  name         = "${local.name}-trees"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "row"

  attribute {
    name = "row"
    type = "S"
  }
}

resource "aws_dynamodb_resource_policy" "trees" {
  resource_arn = aws_dynamodb_table.trees.arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Neighbors"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::210987654321:root" }
      Action    = ["dynamodb:GetItem"]
      Resource  = aws_dynamodb_table.trees.arn
    }]
  })
}

resource "aws_dynamodb_table" "sales" {
  name           = "${local.name}-sales"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5
  hash_key       = "day"

  attribute {
    name = "day"
    type = "S"
  }

  lifecycle {
    ignore_changes = [read_capacity, write_capacity]
  }
}

variable "sales_capacity" {
  type    = object({ min = number, max = number })
  default = { min = 5, max = 50 }
}

resource "aws_appautoscaling_target" "sales" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.sales.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = var.sales_capacity.min
  max_capacity       = var.sales_capacity.max
}

resource "aws_appautoscaling_policy" "sales" {
  name               = "${local.name}-sales"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.sales.service_namespace
  resource_id        = aws_appautoscaling_target.sales.resource_id
  scalable_dimension = aws_appautoscaling_target.sales.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 70

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_appautoscaling_scheduled_action" "market" {
  name               = "market"
  service_namespace  = aws_appautoscaling_target.sales.service_namespace
  resource_id        = aws_appautoscaling_target.sales.resource_id
  scalable_dimension = aws_appautoscaling_target.sales.scalable_dimension
  schedule           = "cron(0 6 ? * SAT *)"

  scalable_target_action {
    min_capacity = 20
    max_capacity = 50
  }
}
