resource "aws_ssm_parameter" "banner" {
  name           = "/press/banner"
  type           = "String"
  insecure_value = "Welcome"
}

resource "aws_ssm_parameter" "motto" {
  name           = "/press/motto"
  type           = "String"
  insecure_value = local.motto
}

resource "aws_ssm_parameter" "api_key" {
  name  = "/press/api-key"
  type  = "SecureString"
  value = var.api_key
}

resource "aws_secretsmanager_secret" "signing" {
  name        = "press-signing"
  description = "Signs what leaves the press"
}

resource "aws_secretsmanager_secret_version" "signing" {
  secret_id     = aws_secretsmanager_secret.signing.id
  secret_string = var.signing_key
}

resource "aws_db_instance" "archive" {
  identifier          = "press-archive"
  engine              = "postgres"
  engine_version      = "15.4"
  instance_class      = "db.t3.micro"
  allocated_storage   = 20
  username            = "press"
  password            = var.db_password
  skip_final_snapshot = true

  backup_retention_period = 7
}
