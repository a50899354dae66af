resource "aws_s3_bucket" "this" {
  for_each = var.buckets

  bucket = "${local.name}-${each.key}"
  tags   = merge(local.tags, each.value.tags)
}

resource "aws_s3_bucket_versioning" "this" {
  for_each = { for name, bucket in var.buckets : name => bucket if bucket.versioned }

  bucket = aws_s3_bucket.this[each.key].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  for_each = { for name, bucket in var.buckets : name => bucket if bucket.expire_days != null }

  bucket = aws_s3_bucket.this[each.key].id

  rule {
    id     = "expire"
    status = "Enabled"

    filter {
      prefix = ""
    }

    expiration {
      days = each.value.expire_days
    }
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  for_each = var.buckets

  bucket = aws_s3_bucket.this[each.key].id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = each.value.kms ? "aws:kms" : "AES256"
    }
  }
}

resource "aws_s3_bucket_public_access_block" "this" {
  for_each = var.buckets

  bucket                  = aws_s3_bucket.this[each.key].id
  block_public_acls       = true
  block_public_policy     = !each.value.website
  ignore_public_acls      = true
  restrict_public_buckets = !each.value.website
}

resource "aws_s3_bucket_website_configuration" "this" {
  for_each = { for name, bucket in var.buckets : name => bucket if bucket.website }

  bucket = aws_s3_bucket.this[each.key].id

  index_document {
    suffix = "index.html"
  }
}

resource "aws_dynamodb_table" "this" {
  for_each = var.tables

  name           = "${local.name}-${each.key}"
  billing_mode   = "PROVISIONED"
  hash_key       = each.value.hash_key
  read_capacity  = each.value.read
  write_capacity = each.value.write

  attribute {
    name = each.value.hash_key
    type = "S"
  }

  point_in_time_recovery {
    enabled = each.value.pitr
  }

  tags = local.tags
}

resource "aws_kms_key" "this" {
  for_each = toset(["data", "logs"])

  description         = "${local.name} ${each.key}"
  enable_key_rotation = each.key == "data"

  tags = local.tags
}

resource "aws_kms_alias" "this" {
  for_each = aws_kms_key.this

  name          = "alias/${local.name}-${each.key}"
  target_key_id = each.value.key_id
}

resource "aws_ssm_parameter" "this" {
  for_each = var.parameters

  name  = "/${local.name}/${each.key}"
  type  = "String"
  value = each.value

  tags = local.tags
}
