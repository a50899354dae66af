locals {
  trust = {
    for service in ["codebuild", "scheduler"] : service => jsonencode({
      Version = "2012-10-17"
      Statement = [
        {
          Effect    = "Allow"
          Principal = { Service = "${service}.amazonaws.com" }
          Action    = "sts:AssumeRole"
        },
      ]
    })
  }
}

resource "aws_iam_role" "build" {
  name               = "${var.name}-build"
  assume_role_policy = local.trust["codebuild"]
}

resource "aws_iam_role" "clock" {
  name               = "${var.name}-clock"
  assume_role_policy = local.trust["scheduler"]
}

resource "aws_cognito_user_pool" "staff" {
  name              = "${var.name}-staff"
  mfa_configuration = "OFF"

  password_policy {
    minimum_length                   = var.password_length
    require_lowercase                = true
    require_numbers                  = true
    require_symbols                  = false
    require_uppercase                = true
    temporary_password_validity_days = 7
  }
}

resource "aws_cognito_user_pool_client" "web" {
  name                  = "web"
  user_pool_id          = aws_cognito_user_pool.staff.id
  id_token_validity     = 1
  access_token_validity = 1
}

resource "aws_guardduty_detector" "this" {
  enable                       = true
  finding_publishing_frequency = "SIX_HOURS"
}
