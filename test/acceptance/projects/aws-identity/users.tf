locals {
  name = "abbey"
  tags = {
    House = "library"
  }
}

resource "aws_iam_user" "reader" {
  for_each = var.readers

  name = "${local.name}-${each.key}"
}

resource "aws_iam_group" "this" {
  for_each = toset(["readers", "copyists", "binders"])

  name = "${local.name}-${each.key}"
}

resource "aws_iam_user_group_membership" "this" {
  for_each = var.readers

  user   = aws_iam_user.reader[each.key].name
  groups = [for group in each.value : aws_iam_group.this[group].name]
}

resource "aws_iam_user" "binder" {
  for_each = toset(["dario", "elsa"])

  name = "${local.name}-${each.key}"
}

# Binders are few: their group lists them.
resource "aws_iam_group_membership" "binders" {
  name  = "binders"
  group = aws_iam_group.this["binders"].name
  users = [aws_iam_user.binder["dario"].name]
}

resource "aws_iam_access_key" "dario" {
  user = aws_iam_user.binder["dario"].name
}

resource "aws_iam_user_login_profile" "elsa" {
  user = aws_iam_user.binder["elsa"].name
}

resource "aws_iam_user_ssh_key" "dario" {
  username   = aws_iam_user.binder["dario"].name
  encoding   = "SSH"
  public_key = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDSTiLMkVsJyXoSXeXCqcGcpBnxvQ7gMPNnVbDgk8pJWZ2pq5t0u7S0fX1Zs7o1f8QK7nYQ3T0mJx9c2u0M4yq0q9Qn1l8y2ZcXo3f5g7h9j1k3l5m7n9p1q3r5s7t9u1v3w5x7y9z1A3B5C7D9E1F3G5H7I9J1K3L5M7N9P1Q3R5==  dario"
}

resource "aws_iam_user_policy" "dario" {
  name = "paste"
  user = aws_iam_user.binder["dario"].name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid      = "Paste"
      Effect   = "Allow"
      Action   = ["s3:PutObject"]
      Resource = "arn:aws:s3:::abbey-scans/*"
    }]
  })
}

resource "aws_iam_user_policy_attachment" "elsa" {
  for_each = {
    logs = "arn:aws:iam::aws:policy/CloudWatchLogsReadOnlyAccess"
    keys = "arn:aws:iam::aws:policy/AWSKeyManagementServicePowerUser" # while the old scans are signed
  }

  user       = aws_iam_user.binder["elsa"].name
  policy_arn = each.value
}

resource "aws_iam_group_policy" "copyists" {
  name  = "copy"
  group = aws_iam_group.this["copyists"].name

  policy = data.aws_iam_policy_document.copy.json
}

data "aws_iam_policy_document" "copy" {
  statement {
    sid       = "Copy"
    actions   = ["s3:GetObject"]
    resources = ["arn:aws:s3:::abbey-scans/*"]
  }
}

resource "aws_iam_group_policy_attachment" "readers" {
  group      = aws_iam_group.this["readers"].name
  policy_arn = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
}

# From before the reading room had groups.
resource "aws_iam_group_policy_attachment" "binders" {
  group      = aws_iam_group.this["binders"].name
  policy_arn = "arn:aws:iam::aws:policy/AmazonSQSFullAccess"
}
