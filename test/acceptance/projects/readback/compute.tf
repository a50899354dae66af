resource "aws_iam_role" "worker" {
  name = "press-worker"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
}

resource "aws_iam_role_policy" "worker" {
  name = "press-worker"
  role = aws_iam_role.worker.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid      = "Assets"
      Effect   = "Allow"
      Action   = ["s3:GetObject"]
      Resource = "arn:aws:s3:::press-assets-4711/*"
    }]
  })
}

# Settings of the press, not of its readers.
resource "aws_lambda_function" "press" {
  function_name    = "press"
  role             = aws_iam_role.worker.arn
  runtime          = "python3.12"
  handler          = "resize.handler"
  memory_size      = 128
  timeout          = 10
  filename         = "${path.module}/lambda/resize.zip"
  source_code_hash = filebase64sha256("${path.module}/lambda/resize.zip")

  environment {
    variables = {
      LOG_LEVEL = "info"
      MAX_EDGE  = "2048"
    }
  }
}

resource "aws_lambda_function" "mailer" {
  function_name    = "mailer"
  role             = aws_iam_role.worker.arn
  runtime          = "python3.12"
  handler          = "resize.handler"
  memory_size      = 128
  timeout          = var.mailer_timeout
  filename         = "${path.module}/lambda/resize.zip"
  source_code_hash = filebase64sha256("${path.module}/lambda/resize.zip")

  environment {
    variables = {
      SENDER = "press@example.com"
      TOKEN  = var.mailer_token
    }
  }
}

resource "aws_instance" "worker" {
  ami           = "ami-12c6146b"
  instance_type = "t3.micro"
  user_data     = "#!/bin/sh\necho press\n"

  tags = {
    Name = "press-worker"
  }
}

resource "aws_launch_template" "pool" {
  name                   = "press-pool"
  image_id               = "ami-12c6146b"
  instance_type          = "t3.small"
  update_default_version = true

  user_data = base64encode("#!/bin/sh\necho pool\n")
}
