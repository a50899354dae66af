data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "batch" {
  name               = "${local.prefix}-batch"
  assume_role_policy = data.aws_iam_policy_document.assume.json
}

data "aws_iam_policy_document" "reader" {
  statement {
    sid       = "ReadArchive"
    actions   = local.read_actions
    resources = [aws_s3_bucket.archive.arn, "${aws_s3_bucket.archive.arn}/*"]
  }

  # Own parameters only.
  statement {
    sid     = "Parameters"
    actions = ["ssm:GetParameter"]
    resources = [
      "arn:aws:ssm:us-east-1:${local.account}:parameter/ledger/*",
    ]

    condition {
      test     = "StringEquals"
      variable = "aws:ResourceAccount"
      values   = [local.account]
    }
  }
}

resource "aws_iam_role_policy" "reader" {
  name   = "reader"
  role   = aws_iam_role.batch.id
  policy = data.aws_iam_policy_document.reader.json
}

data "aws_iam_policy_document" "base" {
  statement {
    sid       = "Metrics"
    actions   = ["cloudwatch:PutMetricData"]
    resources = ["*"]
  }
}

data "aws_iam_policy_document" "publisher" {
  source_policy_documents = [data.aws_iam_policy_document.base.json]

  statement {
    sid       = "Publish"
    effect    = "Allow"
    actions   = ["sns:Publish"]
    resources = [aws_sns_topic.postings.arn]
  }
}

resource "aws_iam_policy" "publisher" {
  name   = "${local.prefix}-publisher"
  policy = data.aws_iam_policy_document.publisher.json
}

locals {
  teams = {
    audit = {
      actions = ["dynamodb:Query"]
    }
    finance = {
      actions = ["dynamodb:Query", "dynamodb:GetItem"]
    }
  }
}

data "aws_iam_policy_document" "team" {
  for_each = local.teams

  statement {
    actions   = each.value.actions
    resources = ["arn:aws:dynamodb:us-east-1:${local.account}:table/ledger-${each.key}"]
  }
}

resource "aws_iam_role" "team" {
  for_each = local.teams

  name               = "${local.prefix}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.team_assume.json
}

data "aws_iam_policy_document" "team_assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "AWS"
      identifiers = ["arn:aws:iam::${local.account}:root"]
    }
  }
}

resource "aws_iam_role_policy" "team" {
  for_each = local.teams

  name   = "tables"
  role   = aws_iam_role.team[each.key].id
  policy = data.aws_iam_policy_document.team[each.key].json
}

resource "aws_iam_role" "loader" {
  name = "${local.prefix}-loader"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = ["lambda.amazonaws.com", "states.amazonaws.com"] }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy" "loader" {
  name = "loader"
  role = aws_iam_role.loader.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid      = "Write"
        Effect   = "Allow"
        Action   = ["s3:PutObject"]
        Resource = "${aws_s3_bucket.archive.arn}/*"
      },
      {
        Sid      = "Enqueue"
        Effect   = "Allow"
        Action   = "sqs:SendMessage"
        Resource = aws_sqs_queue.intake.arn
      },
    ]
  })
}

# Pasted from the console.
resource "aws_iam_role_policy" "legacy" {
  name   = "legacy"
  role   = aws_iam_role.loader.id
  policy = "{\"Version\": \"2012-10-17\", \"Statement\": [{\"Effect\": \"Allow\", \"Action\": [\"logs:CreateLogStream\", \"logs:PutLogEvents\"], \"Resource\": \"*\"}]}"
}

resource "aws_iam_policy" "boundary" {
  name = "${local.prefix}-boundary"

  policy = <<-EOT
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "Storage",
          "Effect": "Allow",
          "Action": ["s3:Get*", "s3:List*"],
          "Resource": ["${aws_s3_bucket.archive.arn}", "${aws_s3_bucket.archive.arn}/*"]
        },
        {
          "Sid": "NoUsers",
          "Effect": "Deny",
          "Action": "iam:CreateUser",
          "Resource": "*"
        }
      ]
    }
  EOT
}

resource "aws_iam_policy" "vendor" {
  name   = "${local.prefix}-vendor"
  policy = file("${path.module}/vendor.json")
}

resource "aws_iam_policy" "rendered" {
  name   = "${local.prefix}-rendered"
  policy = templatefile("${path.module}/rendered.json.tftpl", { bucket = aws_s3_bucket.exports.arn })
}

module "worker" {
  source = "./modules/worker"

  name   = "${local.prefix}-worker"
  policy = data.aws_iam_policy_document.worker.json
}

data "aws_iam_policy_document" "worker" {
  statement {
    actions   = ["sqs:ReceiveMessage", "sqs:DeleteMessage"]
    resources = [aws_sqs_queue.intake.arn]
  }
}
