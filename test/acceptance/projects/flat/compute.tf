resource "aws_instance" "bastion" {
  ami           = "ami-12c6146b"
  instance_type = "t3.micro"

  subnet_id              = aws_subnet.public_a.id
  vpc_security_group_ids = [aws_security_group.web.id]

  tags = {
    Name  = "storefront-bastion"
    Owner = "ops"
  }
}

resource "aws_instance" "batch" {
  ami                     = "ami-12c6146b"
  instance_type           = "t3.small"
  subnet_id               = aws_subnet.public_b.id
  disable_api_termination = false

  vpc_security_group_ids = [aws_security_group.web.id]

  tags = {
    Name     = "storefront-batch"
    Owner    = "data"
    Schedule = "office-hours"
  }
}

resource "aws_launch_template" "web" {
  name          = "storefront-web"
  image_id      = "ami-12c6146b"
  instance_type = "t3.small"

  update_default_version = true
}

resource "aws_autoscaling_group" "web" {
  name                = "storefront-web"
  min_size            = 0
  max_size            = 4
  desired_capacity    = 0
  vpc_zone_identifier = [aws_subnet.public_a.id, aws_subnet.public_b.id]

  default_cooldown          = 300
  health_check_grace_period = 120

  launch_template {
    id      = aws_launch_template.web.id
    version = "$Latest"
  }

  tag {
    key                 = "Name"
    value               = "storefront-web"
    propagate_at_launch = true
  }

  # Cost centre for the monthly report.
  tag {
    key                 = "CostCenter"
    value               = "4711"
    propagate_at_launch = false
  }
}

resource "aws_lambda_function" "resize" {
  function_name = "storefront-resize"
  description   = "Resizes product pictures"
  role          = aws_iam_role.worker.arn
  runtime       = "python3.12"
  handler       = "resize.handler"
  memory_size   = 256
  timeout       = 30 # seconds; pictures over 20 MB time out

  filename         = "${path.module}/lambda/resize.zip"
  source_code_hash = filebase64sha256("${path.module}/lambda/resize.zip")

  environment {
    variables = {
      LOG_LEVEL = "info"
      MAX_EDGE  = "2048"
    }
  }

  tags = {
    Team = "storefront"
  }
}

resource "aws_ecs_cluster" "main" {
  name = "storefront"

  setting {
    name  = "containerInsights"
    value = "disabled"
  }

  tags = {
    Team = "storefront"
  }
}

resource "aws_ecs_task_definition" "checkout" {
  family                   = "storefront-checkout"
  network_mode             = "awsvpc"
  requires_compatibilities = ["FARGATE"]
  cpu                      = "256"
  memory                   = "512"

  container_definitions = jsonencode([
    {
      name      = "checkout"
      image     = "registry.example.com/storefront/checkout:1.42.0"
      cpu       = 10
      memory    = 128
      essential = true
    },
  ])
}

resource "aws_ecs_service" "checkout" {
  name            = "checkout"
  cluster         = aws_ecs_cluster.main.id
  task_definition = aws_ecs_task_definition.checkout.arn
  launch_type     = "FARGATE"
  desired_count   = 2

  network_configuration {
    subnets         = [aws_subnet.public_a.id]
    security_groups = [aws_security_group.web.id]
  }

  lifecycle {
    ignore_changes = [availability_zone_rebalancing]
  }
}
