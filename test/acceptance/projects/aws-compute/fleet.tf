resource "aws_launch_template" "wheel" {
  name          = "${local.name}-wheel"
  image_id      = "ami-12c6146b"
  instance_type = "t3.micro"
}

resource "aws_autoscaling_group" "wheel" {
  name                = "${local.name}-wheel"
  min_size            = 0
  max_size            = 4
  desired_capacity    = 0
  vpc_zone_identifier = values(aws_subnet.this)[*].id

  launch_template {
    id      = aws_launch_template.wheel.id
    version = "$Latest"
  }

  tag {
    key                 = "Name"
    value               = "${local.name}-wheel"
    propagate_at_launch = true
  }

  # Tags of the second kind are resources, see below.
  lifecycle {
    ignore_changes = [tag]
  }
}

resource "aws_autoscaling_group_tag" "owner" {
  autoscaling_group_name = aws_autoscaling_group.wheel.name

  tag {
    key                 = "Owner"
    value               = "millers"
    propagate_at_launch = false
  }
}

resource "aws_autoscaling_attachment" "wheel" {
  autoscaling_group_name = aws_autoscaling_group.wheel.name
  lb_target_group_arn    = aws_lb_target_group.this["flour"].arn
}

resource "aws_autoscaling_policy" "out" {
  name                   = "${local.name}-out"
  autoscaling_group_name = aws_autoscaling_group.wheel.name
  adjustment_type        = "ChangeInCapacity"
  scaling_adjustment     = 1
  cooldown               = 300
}

variable "hours" {
  description = "When the wheel turns, in UTC"
  type        = map(object({ cron = string, min = number }))
  default = {
    open  = { cron = "0 5 * * 1-5", min = 1 }
    close = { cron = "0 21 * * 1-5", min = 0 }
  }
}

resource "aws_autoscaling_schedule" "this" {
  for_each = var.hours

  scheduled_action_name  = each.key
  autoscaling_group_name = aws_autoscaling_group.wheel.name
  recurrence             = each.value.cron
  min_size               = each.value.min
  max_size               = 4
  desired_capacity       = each.value.min
}

resource "aws_autoscaling_lifecycle_hook" "drain" {
  name                   = "drain"
  autoscaling_group_name = aws_autoscaling_group.wheel.name
  lifecycle_transition   = "autoscaling:EC2_INSTANCE_TERMINATING"
  heartbeat_timeout      = 300 # the longest grind
  default_result         = "CONTINUE"
}

# What the wheel ran on until launch templates came.
resource "aws_launch_configuration" "old" {
  name          = "${local.name}-2019"
  image_id      = "ami-12c6146b"
  instance_type = "t2.micro"
}
