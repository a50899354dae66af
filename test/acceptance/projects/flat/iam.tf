resource "aws_iam_role" "web" {
  name                 = "storefront-web"
  description          = "Instances of the storefront"
  max_session_duration = 3600

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Principal = { Service = "ec2.amazonaws.com" }
        Action    = "sts:AssumeRole"
      },
    ]
  })

  tags = {
    Team = "storefront"
  }
}

# Written by hand years ago, nobody dares to reformat it.
resource "aws_iam_policy" "assets_rw" {
  name        = "storefront-assets-rw"
  description = "Read and write the asset bucket"

  policy = <<-EOT
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Sid": "Assets",
          "Effect": "Allow",
          "Action": ["s3:GetObject", "s3:PutObject"],
          "Resource": "arn:aws:s3:::storefront-assets-prod/*"
        }
      ]
    }
  EOT
}

resource "aws_iam_role_policy_attachment" "web_assets" {
  role       = aws_iam_role.web.name
  policy_arn = aws_iam_policy.assets_rw.arn
}

resource "aws_iam_role_policy" "web_metrics" {
  name = "metrics"
  role = aws_iam_role.web.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["cloudwatch:PutMetricData"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_role" "worker" {
  name = "storefront-worker"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Principal = { Service = "lambda.amazonaws.com" }
        Action    = "sts:AssumeRole"
      },
    ]
  })
}

resource "aws_iam_role_policy_attachment" "worker_logs" {
  role       = aws_iam_role.worker.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_iam_user" "deployer" {
  name = "storefront-deployer"
  path = "/ci/"

  tags = {
    Team = "platform"
  }
}
