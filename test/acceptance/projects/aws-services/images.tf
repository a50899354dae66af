resource "aws_ecr_repository" "this" {
  for_each = var.registries

  name                 = "${var.name}/${each.key}"
  image_tag_mutability = each.value.mutable ? "MUTABLE" : "IMMUTABLE"

  image_scanning_configuration {
    scan_on_push = each.value.scan
  }
}

# Untagged images are leftovers of builds.
resource "aws_ecr_lifecycle_policy" "api" {
  repository = aws_ecr_repository.this["api"].name

  policy = jsonencode({
    rules = [
      {
        rulePriority = 1
        description  = "Drop untagged images"
        selection = {
          tagStatus   = "untagged"
          countType   = "sinceImagePushed"
          countUnit   = "days"
          countNumber = 14
        }
        action = { type = "expire" }
      },
    ]
  })
}

resource "aws_ecr_repository_policy" "api" {
  repository = aws_ecr_repository.this["api"].name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Pull"
        Effect    = "Allow"
        Principal = "*"
        Action    = ["ecr:BatchGetImage"]
      },
    ]
  })
}

resource "aws_codebuild_project" "images" {
  name          = "${var.name}-images"
  description   = "Builds the images"
  service_role  = aws_iam_role.build.arn
  build_timeout = 20

  artifacts {
    type = "NO_ARTIFACTS"
  }

  environment {
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
    type         = "LINUX_CONTAINER"
  }

  source {
    type     = "GITHUB"
    location = "https://github.com/example/atlas.git"
  }
}
