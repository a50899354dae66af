resource "aws_s3_bucket" "archive" {
  bucket = "ledger-archive-prod"
}

resource "aws_s3_bucket" "exports" {
  bucket = "ledger-exports-prod"
}

variable "partners" {
  description = "Who may read the exports, by partner"
  type = map(object({
    account = string
    actions = list(string)
  }))
  default = {
    Acme = {
      account = "111111111111"
      actions = ["s3:GetObject"]
    }
    Globex = {
      account = "222222222222"
      actions = ["s3:GetObject", "s3:GetObjectTagging"]
    }
  }
}

data "aws_iam_policy_document" "exports" {
  dynamic "statement" {
    for_each = var.partners

    content {
      sid       = statement.key
      actions   = statement.value.actions
      resources = ["${aws_s3_bucket.exports.arn}/*"]

      principals {
        type        = "AWS"
        identifiers = ["arn:aws:iam::${statement.value.account}:root"]
      }
    }
  }
}

resource "aws_s3_bucket_policy" "exports" {
  bucket = aws_s3_bucket.exports.id
  policy = data.aws_iam_policy_document.exports.json
}

resource "aws_s3_bucket_policy" "archive" {
  bucket = aws_s3_bucket.archive.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "OnlyTls"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:*"
        Resource  = [aws_s3_bucket.archive.arn, "${aws_s3_bucket.archive.arn}/*"]
        Condition = {
          Bool = { "aws:SecureTransport" = "false" }
        }
      },
      # Auditors come from outside.
      {
        Sid       = "Auditors"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::333333333333:root" }
        Action    = local.read_actions
        Resource  = [aws_s3_bucket.archive.arn, "${aws_s3_bucket.archive.arn}/*"]
      },
    ]
  })
}
