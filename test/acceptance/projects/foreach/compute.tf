resource "aws_instance" "runner" {
  count = var.runner_count

  ami           = "ami-12c6146b"
  instance_type = var.runner_types[count.index]
  subnet_id     = aws_subnet.this["a"].id

  vpc_security_group_ids = [aws_security_group.this["internal"].id]

  tags = merge(local.tags, {
    Name = format("%s-runner-%02d", local.name, count.index + 1)
  })
}

resource "aws_launch_template" "fleet" {
  for_each = var.fleets

  name                   = "${local.name}-${each.key}"
  image_id               = "ami-12c6146b"
  instance_type          = each.value.instance_type
  update_default_version = true
}

resource "aws_autoscaling_group" "fleet" {
  for_each = var.fleets

  name                = "${local.name}-${each.key}"
  min_size            = each.value.min
  max_size            = each.value.max
  desired_capacity    = each.value.desired
  vpc_zone_identifier = [for subnet in aws_subnet.this : subnet.id]

  launch_template {
    id      = aws_launch_template.fleet[each.key].id
    version = "$Latest"
  }

  dynamic "tag" {
    for_each = local.tags

    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = true
    }
  }
}

resource "aws_iam_role" "this" {
  for_each = var.roles

  name = "${local.name}-${each.key}"
  tags = local.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = each.value.service }
      Action    = "sts:AssumeRole"
    }]
  })
}

locals {
  # "role|policy" pairs, so that every attachment has an address of its own.
  attachments = merge([
    for role, settings in var.roles : {
      for policy in settings.policies : "${role}|${basename(policy)}" => {
        role   = role
        policy = policy
      }
    }
  ]...)
}

resource "aws_iam_role_policy_attachment" "this" {
  for_each = local.attachments

  role       = aws_iam_role.this[each.value.role].name
  policy_arn = each.value.policy
}

resource "aws_iam_role" "functions" {
  name = "${local.name}-functions"

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
  for_each = var.functions

  function_name    = "${local.name}-${each.key}"
  role             = aws_iam_role.functions.arn
  runtime          = "python3.12"
  handler          = "main.handler"
  memory_size      = each.value.memory
  timeout          = each.value.timeout
  filename         = "src/main.zip"
  source_code_hash = filebase64sha256("src/main.zip")
}

resource "aws_ecs_cluster" "this" {
  name = local.name
  tags = local.tags
}
