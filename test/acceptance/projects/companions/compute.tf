resource "aws_launch_template" "cart" {
  name          = "companions-cart"
  image_id      = "ami-12c6146b"
  instance_type = "t3.micro"
}

resource "aws_lb_target_group" "cart" {
  name        = "companions-cart"
  port        = 80
  protocol    = "HTTP"
  target_type = "ip"
  vpc_id      = aws_vpc.post.id
}

resource "aws_autoscaling_group" "carts" {
  name                = "companions-carts"
  min_size            = 0
  max_size            = 4
  desired_capacity    = 0
  vpc_zone_identifier = [aws_subnet.hall.id]

  launch_template {
    id      = aws_launch_template.cart.id
    version = "$Latest"
  }
}

resource "aws_autoscaling_schedule" "evening" {
  scheduled_action_name  = "evening"
  autoscaling_group_name = aws_autoscaling_group.carts.name
  min_size               = 0
  max_size               = 0
  desired_capacity       = 0
  recurrence             = "0 20 * * *"
}

resource "aws_ecs_cluster" "hall" {
  name = "companions-hall"

  tags = {
    Floor = "1"
  }
}

resource "aws_ecs_cluster_capacity_providers" "hall" {
  cluster_name       = aws_ecs_cluster.hall.name
  capacity_providers = ["FARGATE"]
}
