resource "aws_s3_bucket" "assets" {
  bucket = "storefront-assets-prod"

  tags = {
    Name    = "storefront-assets"
    Team    = "storefront"
    Purpose = "static assets" # shown on the cost dashboard
  }
}

resource "aws_s3_bucket_versioning" "assets" {
  bucket = aws_s3_bucket.assets.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "assets" {
  bucket = aws_s3_bucket.assets.id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}

resource "aws_s3_bucket_public_access_block" "assets" {
  bucket = aws_s3_bucket.assets.id

  block_public_acls       = true
  ignore_public_acls      = true
  block_public_policy     = false # the CDN policy below is public on purpose
  restrict_public_buckets = false
}

resource "aws_s3_bucket_ownership_controls" "assets" {
  bucket = aws_s3_bucket.assets.id

  rule {
    object_ownership = "BucketOwnerPreferred"
  }
}

resource "aws_s3_bucket_policy" "assets" {
  bucket = aws_s3_bucket.assets.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      # The CDN reads everything under /public.
      {
        Sid       = "CdnRead"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::123456789012:root" }
        Action    = ["s3:GetObject"]
        Resource  = "arn:aws:s3:::storefront-assets-prod/public/*"
      },
    ]
  })
}

resource "aws_s3_bucket_cors_configuration" "assets" {
  bucket = aws_s3_bucket.assets.id

  cors_rule {
    allowed_methods = ["GET", "HEAD"]
    allowed_origins = ["https://shop.example.com"]
    allowed_headers = ["*"]
    max_age_seconds = 3000
  }
}

# Access logs. Kept for ninety days: legal says no longer.
resource "aws_s3_bucket" "logs" {
  bucket = "storefront-logs-prod"

  tags = { Name = "storefront-logs" }
}

resource "aws_s3_bucket_lifecycle_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id

  rule {
    id     = "expire-access-logs"
    status = "Enabled"

    filter {
      prefix = "access/"
    }

    expiration {
      days = 90
    }
  }
}

resource "aws_s3_bucket_policy" "logs" {
  bucket = aws_s3_bucket.logs.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "LogDelivery"
      Effect    = "Allow"
      Principal = { Service = "logging.s3.amazonaws.com" }
      Action    = "s3:PutObject"
      Resource  = "arn:aws:s3:::storefront-logs-prod/*"
    }]
  })
}

resource "aws_s3_bucket_logging" "assets" {
  depends_on = [aws_s3_bucket_policy.logs]

  bucket        = aws_s3_bucket.assets.id
  target_bucket = aws_s3_bucket.logs.id
  target_prefix = "access/assets/"
}

resource "aws_s3_bucket" "status" {
  bucket = "storefront-status-prod"
}

resource "aws_s3_bucket_website_configuration" "status" {
  bucket = aws_s3_bucket.status.id

  index_document {
    suffix = "index.html"
  }

  error_document {
    key = "error.html"
  }
}

resource "aws_dynamodb_table" "carts" {
  name           = "storefront-carts"
  billing_mode   = "PROVISIONED"
  read_capacity  = 10
  write_capacity = 5
  hash_key       = "cart_id"

  attribute {
    name = "cart_id"
    type = "S"
  }

  ttl {
    attribute_name = "expires_at"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = false
  }

  tags = {
    Team = "storefront"
  }
}

resource "aws_db_instance" "orders" {
  identifier        = "storefront-orders"
  engine            = "mysql"
  engine_version    = "8.0.36"
  instance_class    = "db.t3.medium"
  allocated_storage = 20

  username            = "storefront"
  password            = "change-me-at-first-login" # rotated by the vault job
  skip_final_snapshot = true

  backup_retention_period = 7
  backup_window           = "03:00-03:30"
  multi_az                = false

  tags = {
    Name = "storefront-orders"
    Tier = "data"
  }
}
