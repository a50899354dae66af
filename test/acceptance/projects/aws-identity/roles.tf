data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "this" {
  for_each = toset(["scriptorium", "archive", "press"])

  name               = "${local.name}-${each.key}"
  assume_role_policy = data.aws_iam_policy_document.trust.json
}

resource "aws_iam_instance_profile" "scriptorium" {
  name = "${local.name}-scriptorium"
  role = aws_iam_role.this["scriptorium"].name

  tags = {
    Room = "north wing"
  }
}

resource "aws_iam_policy" "ink" {
  name = "${local.name}-ink"

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "sqs:SendMessage"
      Resource = "*"
    }]
  })
}

# Everybody with ink is named here.
resource "aws_iam_policy_attachment" "ink" {
  name       = "ink"
  policy_arn = aws_iam_policy.ink.arn
  roles = [
    aws_iam_role.this["scriptorium"].name, # writes all day
    aws_iam_role.this["archive"].name,
  ]
}

resource "aws_iam_role_policy_attachments_exclusive" "press" {
  role_name = aws_iam_role.this["press"].name
  policy_arns = [
    "arn:aws:iam::aws:policy/AmazonSNSReadOnlyAccess",
  ]
}

resource "aws_iam_openid_connect_provider" "city" {
  url             = "https://id.city.example.net"
  client_id_list  = ["abbey"]
  thumbprint_list = ["9e99a48a9960b14926bb7f3b02e22da2b0ab7280"]
}

resource "aws_iam_saml_provider" "diocese" {
  name                   = "diocese"
  saml_metadata_document = file("${path.module}/diocese.xml")
}

resource "aws_iam_service_linked_role" "scaling" {
  aws_service_name = "autoscaling.amazonaws.com"
  custom_suffix    = "abbey"
  description      = "Scales the press"

  tags = local.tags
}

resource "aws_iam_account_password_policy" "this" {
  minimum_password_length        = var.minimum_password
  require_numbers                = true
  require_symbols                = true
  allow_users_to_change_password = true
  max_password_age               = 180
}

resource "aws_iam_account_alias" "this" {
  account_alias = "abbey-library"
}
