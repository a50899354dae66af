resource "aws_s3_bucket" "parcels" {
  bucket = "companions-parcels"

  tags = {
    Team = "post"
  }
}

resource "aws_s3_bucket_versioning" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  rule {
    id     = "old"
    status = "Enabled"

    filter {
      prefix = "old/"
    }

    expiration {
      days = 90
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  cors_rule {
    allowed_methods = ["GET"]
    allowed_origins = ["https://post.example.com"]
    max_age_seconds = 600
  }
}

resource "aws_s3_bucket_policy" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::123456789012:root" }
      Action    = "s3:GetObject"
      Resource  = "arn:aws:s3:::companions-parcels/*"
    }]
  })
}

resource "aws_s3_bucket_website_configuration" "parcels" {
  bucket = aws_s3_bucket.parcels.id

  index_document {
    suffix = "index.html"
  }
}

resource "aws_s3_bucket" "receipts" {
  bucket = "companions-receipts"

  tags = {
    Team = "post"
  }
}

resource "aws_s3_bucket_public_access_block" "receipts" {
  bucket = aws_s3_bucket.receipts.id

  block_public_acls   = true
  block_public_policy = true
}

resource "aws_s3_bucket_ownership_controls" "receipts" {
  bucket = aws_s3_bucket.receipts.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_versioning" "receipts" {
  bucket = aws_s3_bucket.receipts.id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_ecr_repository" "stamps" {
  name                 = "stamps"
  image_tag_mutability = "MUTABLE"
}

resource "aws_ecr_lifecycle_policy" "stamps" {
  repository = aws_ecr_repository.stamps.name

  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = "Keep ten"
      selection    = { tagStatus = "any", countType = "imageCountMoreThan", countNumber = 10 }
      action       = { type = "expire" }
    }]
  })
}

resource "aws_dynamodb_table" "routes" {
  name         = "companions-routes"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_ebs_volume" "shelf" {
  availability_zone = "us-east-1a"
  size              = 10
  type              = "gp3"

  tags = { Name = "shelf" }
}
