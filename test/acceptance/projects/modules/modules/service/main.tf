# A fleet behind a security group. Rules are resources of their own, one per source network.

resource "aws_security_group" "this" {
  name        = var.name
  description = "Traffic of ${var.name}"
  vpc_id      = var.vpc_id

  tags = merge(var.tags, { Name = var.name })
}

resource "aws_vpc_security_group_ingress_rule" "clients" {
  for_each = toset(var.allowed_cidrs)

  security_group_id = aws_security_group.this.id
  description       = "Clients"
  cidr_ipv4         = each.value
  from_port         = var.port
  to_port           = var.port
  ip_protocol       = "tcp"
}

resource "aws_vpc_security_group_egress_rule" "all" {
  security_group_id = aws_security_group.this.id
  cidr_ipv4         = "0.0.0.0/0"
  ip_protocol       = "-1"
}

resource "aws_launch_template" "this" {
  name          = var.name
  image_id      = "ami-12c6146b"
  instance_type = var.instance_type

  vpc_security_group_ids = [aws_security_group.this.id]
  update_default_version = true
}

resource "aws_autoscaling_group" "this" {
  name                = var.name
  min_size            = var.min_size
  max_size            = var.max_size
  vpc_zone_identifier = var.subnet_ids

  launch_template {
    id      = aws_launch_template.this.id
    version = aws_launch_template.this.latest_version
  }

  dynamic "tag" {
    for_each = merge(var.tags, { Name = var.name })

    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = true
    }
  }
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "access" {
  # Metrics and logs, nothing else.
  statement {
    sid       = "Observe"
    actions   = ["cloudwatch:PutMetricData", "logs:PutLogEvents"]
    resources = ["*"]
  }
}

resource "aws_iam_role" "this" {
  name               = var.name
  assume_role_policy = data.aws_iam_policy_document.trust.json
  tags               = var.tags
}

resource "aws_iam_role_policy" "access" {
  name   = "access"
  role   = aws_iam_role.this.name
  policy = data.aws_iam_policy_document.access.json
}

module "observability" {
  source = "./observability"

  name               = var.name
  log_retention_days = var.log_retention_days
  cpu_threshold      = var.cpu_threshold
}

output "security_group_id" {
  value = aws_security_group.this.id
}
