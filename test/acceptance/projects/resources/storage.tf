locals {
  buckets = {
    assets  = { versioned = true }
    exports = { versioned = false }
    reports = { versioned = true }
  }
}

resource "aws_s3_bucket" "this" {
  for_each = local.buckets

  bucket = "${var.prefix}-${each.key}"
}

resource "aws_s3_bucket_versioning" "this" {
  for_each = { for name, bucket in local.buckets : name => bucket if bucket.versioned }

  bucket = aws_s3_bucket.this[each.key].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket" "landing" {
  bucket = "${var.prefix}-landing"
}

resource "aws_s3_bucket_public_access_block" "landing" {
  bucket = aws_s3_bucket.landing.id

  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

# Kept for the auditors until 2024.
resource "aws_s3_bucket" "archive" {
  bucket = "${var.prefix}-archive"
}

resource "aws_s3_bucket_versioning" "archive" {
  bucket = aws_s3_bucket.archive.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_dynamodb_table" "sessions" {
  name           = "${var.prefix}-sessions"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 10
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_dynamodb_table" "carts" {
  name           = "${var.prefix}-carts"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 8
  write_capacity = 8

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    # The platform team tags tables.
    ignore_changes = [tags]
  }
}

resource "aws_dynamodb_table" "events" {
  name           = "${var.prefix}-events"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 4
  write_capacity = 4

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    prevent_destroy = true
  }
}
