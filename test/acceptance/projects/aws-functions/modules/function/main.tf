variable "name" {
  type = string
}

variable "memory" {
  type    = number
  default = 128
}

variable "retries" {
  description = "Attempts after a failure of an asynchronous call"
  type        = number
  default     = 2
}

variable "layers" {
  type    = list(string)
  default = []
}

resource "aws_iam_role" "this" {
  name = var.name

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "lambda.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_lambda_function" "this" {
  function_name    = var.name
  role             = aws_iam_role.this.arn
  handler          = "handler.handler"
  runtime          = "python3.12"
  filename         = "${path.module}/src/handler.zip"
  source_code_hash = filebase64sha256("${path.module}/src/handler.zip")
  memory_size      = var.memory
  layers           = var.layers
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  description      = "What callers use"
  function_name    = aws_lambda_function.this.function_name
  function_version = "$LATEST"
}

resource "aws_lambda_function_event_invoke_config" "this" {
  function_name          = aws_lambda_function.this.function_name
  maximum_retry_attempts = var.retries
}

output "name" {
  value = aws_lambda_function.this.function_name
}

output "arn" {
  value = aws_lambda_function.this.arn
}
