resource "aws_lb" "front" {
  name               = "${local.name}-front"
  internal           = true
  load_balancer_type = "application"
  subnets            = values(aws_subnet.this)[*].id
  security_groups    = [aws_security_group.web.id]
  idle_timeout       = 60

  tags = local.tags
}

locals {
  groups = {
    flour = { port = 8080, path = "/health" }
    bread = { port = 9090, path = "/ready" }
  }
}

resource "aws_lb_target_group" "this" {
  for_each = local.groups

  name     = "${local.name}-${each.key}"
  port     = each.value.port
  protocol = "HTTP"
  vpc_id   = aws_vpc.this.id

  health_check {
    path = each.value.path
  }
}

resource "aws_lb_target_group_attachment" "press" {
  target_group_arn = aws_lb_target_group.this["bread"].arn
  target_id        = aws_instance.this["press"].id
  port             = 9090
}

resource "aws_lb_target_group_attachment" "saw" {
  target_group_arn = aws_lb_target_group.this["bread"].arn
  target_id        = aws_instance.this["saw"].id
  port             = 9091
}

resource "aws_lb_listener" "http" {
  load_balancer_arn = aws_lb.front.arn
  port              = 80
  protocol          = "HTTP"

  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.this["flour"].arn
  }
}

resource "aws_lb_listener_rule" "bread" {
  listener_arn = aws_lb_listener.http.arn
  priority     = 100

  action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.this["bread"].arn
  }

  condition {
    path_pattern {
      values = ["/bread/*"]
    }
  }
}
