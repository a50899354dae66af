resource "aws_iam_user" "reader" {
  for_each = var.readers

  name = each.key
  path = "/readers/"
}

resource "aws_iam_group" "team" {
  for_each = {
    payments = "/teams/"
    treasury = "/teams/"
  }

  name = each.key
  path = each.value
}

resource "aws_iam_role" "app" {
  name = "${var.prefix}-app"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role" "batch" {
  name = "${var.prefix}-batch"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "batch.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy_attachment" "batch" {
  role       = aws_iam_role.batch.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonSQSReadOnlyAccess"
}
