resource "aws_sqs_queue" "intake" {
  name = "ledger-intake"
}

data "aws_iam_policy_document" "intake" {
  statement {
    sid       = "FromTopic"
    actions   = ["sqs:SendMessage"]
    resources = [aws_sqs_queue.intake.arn]

    principals {
      type        = "Service"
      identifiers = ["sns.amazonaws.com"]
    }

    condition {
      test     = "ArnEquals"
      variable = "aws:SourceArn"
      values   = [aws_sns_topic.postings.arn]
    }
  }
}

resource "aws_sqs_queue_policy" "intake" {
  queue_url = aws_sqs_queue.intake.url
  policy    = data.aws_iam_policy_document.intake.json
}

resource "aws_sqs_queue" "returns" {
  name = "ledger-returns"

  policy = <<EOF
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "Senders",
      "Effect": "Allow",
      "Principal": { "AWS": "arn:aws:iam::${local.account}:root" },
      "Action": "sqs:SendMessage",
      "Resource": "arn:aws:sqs:us-east-1:${local.account}:ledger-returns"
    }
  ]
}
EOF
}

resource "aws_sns_topic" "postings" {
  name = "ledger-postings"
}

resource "aws_sns_topic_policy" "postings" {
  arn = aws_sns_topic.postings.arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Publishers"
      Effect    = "Allow"
      Principal = { Service = "events.amazonaws.com" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.postings.arn
    }]
  })
}

resource "aws_kms_key" "ledger" {
  description = "Encrypts the ledger"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Admins"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::${local.account}:root" }
        Action    = "kms:*"
        Resource  = "*"
      },
      {
        Sid       = "Users"
        Effect    = "Allow"
        Principal = { AWS = aws_iam_role.batch.arn }
        Action    = ["kms:Encrypt", "kms:Decrypt"]
        Resource  = "*"
      },
    ]
  })
}
