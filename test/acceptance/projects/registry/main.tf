module "orders" {
  source  = "parley-examples/queue/aws"
  version = "~> 2.1"

  name                       = "${local.prefix}-orders"
  visibility_timeout_seconds = 60 # as long as a checkout takes
  create_dlq                 = true

  alarms = {
    age = {
      threshold = 600
    }
    depth = {
      metric = "ApproximateNumberOfMessagesVisible"
    }
  }

  tags = local.tags
}

module "queues" {
  source  = "parley-examples/queue/aws"
  version = "~> 2.1"

  for_each = local.queues

  name                       = "${local.prefix}-${each.key}"
  visibility_timeout_seconds = lookup(merge(local.queue_defaults, each.value), "visibility_timeout_seconds", null)
  message_retention_seconds  = lookup(merge(local.queue_defaults, each.value), "message_retention_seconds", null)
  delay_seconds              = try(each.value.delay_seconds, 0)
  tags                       = local.tags
}

module "spend_alarm" {
  source  = "parley-examples/queue/aws//modules/alarm"
  version = "~> 2.1"

  name      = "${local.prefix}-spend"
  namespace = "Shop"
  metric    = "Spend"
  threshold = 5000
}

resource "aws_vpc" "this" {
  cidr_block = "10.70.0.0/16"
}

module "edge" {
  source  = "parley-examples/security-group/aws"
  version = "1.3.0"

  name   = "${local.prefix}-edge"
  vpc_id = aws_vpc.this.id

  ingress_rules = {
    https = {
      port        = 443
      cidr_blocks = ["0.0.0.0/0"]
    }
    metrics = {
      from_port   = 9100
      to_port     = 9101
      cidr_blocks = ["10.70.1.0/24"] # collectors
    }
    legacy = {
      description = "until the partner moved"
      port        = 8080
      cidr_blocks = ["198.51.100.0/24"]
    }
  }

  egress_ports = [443, 5432]
  tags         = local.tags
}

module "settings" {
  source  = "parley-examples/parameters/aws"
  version = "~> 0.4"

  prefix     = "/shop/${var.environment}"
  parameters = var.parameters
  defaults   = var.defaults
}

module "exports" {
  source  = "parley-examples/bucket/aws"
  version = ">= 4.0, < 5.0"

  bucket     = "${local.prefix}-exports"
  versioning = { enabled = true }

  lifecycle_rules = [
    {
      id     = "reports"
      prefix = "reports/"

      transition = [
        { days = 30, storage_class = "STANDARD_IA" },
        { days = 90, storage_class = "GLACIER" },
      ]

      expiration = { days = 400 }
    },
    {
      id         = "drafts"
      prefix     = "drafts/"
      expiration = { days = 14 }
    },
  ]

  tags = local.tags
}
