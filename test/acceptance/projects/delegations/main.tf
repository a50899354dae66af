# Each table is scaled by somebody; notes say by whom, and for how long.
resource "aws_dynamodb_table" "orders" {
  name           = "orders"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    # read_capacity: owned by Application Auto Scaling within 5..20 until 2025-01-31 (i-0123456789ab)
    ignore_changes = [read_capacity]
  }
}

resource "aws_dynamodb_table" "stock" {
  name           = "stock"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    prevent_destroy = true
    # The platform team tags tables.
    # write_capacity: owned by Application Auto Scaling until 2025-02-28 (i-0123456789ac)
    ignore_changes = [tags, write_capacity]
  }
}

resource "aws_cloudwatch_log_group" "this" {
  for_each = toset(["api", "jobs"])

  name              = "/shop/${each.key}"
  retention_in_days = 30

  lifecycle {
    # retention_in_days: owned by Log Janitor until 2025-03-31 (i-0123456789ad)
    ignore_changes = [retention_in_days]
  }
}

resource "aws_sqs_queue" "mail" {
  name = "mail"

  lifecycle {
    # visibility_timeout_seconds: owned by Mail Tuner until 2999-12-31 (i-0123456789ae)
    ignore_changes = [visibility_timeout_seconds]
  }
}

resource "aws_sqs_queue" "work" {
  name                       = "work"
  visibility_timeout_seconds = 45

  lifecycle {
    # Owned by the batch team until 2020, ask them.
    ignore_changes = [visibility_timeout_seconds]
  }
}
