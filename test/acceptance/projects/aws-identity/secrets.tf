resource "aws_kms_key" "seal" {
  description = "Seal of the abbot"
}

resource "aws_kms_key_policy" "seal" {
  key_id = aws_kms_key.seal.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "House"
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::123456789012:root" }
        Action    = "kms:*"
        Resource  = "*"
      },
    ]
  })
}

resource "aws_kms_grant" "archive" {
  name              = "archive"
  key_id            = aws_kms_key.seal.key_id
  grantee_principal = aws_iam_role.this["archive"].arn
  operations        = ["Decrypt"]
}

resource "aws_kms_external_key" "guest" {
  description             = "Key of the guests"
  deletion_window_in_days = 7
}

resource "aws_secretsmanager_secret" "this" {
  for_each = {
    catalog = "Login of the catalog"
    crypt   = "Door of the crypt"
  }

  name        = "${local.name}/${each.key}"
  description = each.value

  tags = local.tags
}

resource "aws_secretsmanager_secret" "bell" {
  name = "${local.name}/bell"
}

# The bell tower was sold.
resource "aws_secretsmanager_secret_version" "bell" {
  secret_id     = aws_secretsmanager_secret.bell.id
  secret_string = "ding-dong"
}

resource "aws_secretsmanager_secret_policy" "catalog" {
  secret_arn = aws_secretsmanager_secret.this["catalog"].arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Archive"
      Effect    = "Allow"
      Principal = { AWS = aws_iam_role.this["archive"].arn }
      Action    = "secretsmanager:GetSecretValue"
      Resource  = "*"
    }]
  })
}

resource "aws_ssm_document" "dust" {
  name            = "${local.name}-dust"
  document_type   = "Command"
  document_format = "YAML"

  content = yamlencode({
    schemaVersion = "2.2"
    description   = "Removes dust"
    mainSteps = [{
      action = "aws:runShellScript"
      name   = "dust"
      inputs = { runCommand = ["rm -rf /tmp/dust"] }
    }]
  })

  tags = local.tags
}

resource "aws_ssm_maintenance_window" "vespers" {
  name     = "${local.name}-vespers"
  schedule = "cron(0 18 ? * SUN *)"
  duration = 3
  cutoff   = 1

  tags = local.tags
}
