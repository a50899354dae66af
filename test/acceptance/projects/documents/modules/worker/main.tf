variable "name" {
  type = string
}

variable "policy" {
  description = "What the worker may do"
  type        = string
}

resource "aws_iam_role" "this" {
  name = var.name

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ecs-tasks.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy" "this" {
  name   = "worker"
  role   = aws_iam_role.this.id
  policy = var.policy
}
