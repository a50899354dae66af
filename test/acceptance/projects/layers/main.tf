module "feed" {
  source   = "./modules/queue"
  for_each = local.feeds

  name     = "rail-feed-${each.key}"
  settings = merge(local.defaults, each.value)
}

module "north" {
  source = "./modules/platform"

  name     = "rail-north"
  settings = var.queue_settings
  alarm    = { threshold = 100 }
}

module "south" {
  source = "./modules/platform"

  name     = "rail-south"
  settings = { visibility = 45, retention = 3600 }
}

module "board" {
  source = "./modules/board"
  count  = length(local.board_days)

  name = "rail-board-${count.index}"
  days = local.board_days[count.index]
}

module "audit" {
  source = "./modules/audit"

  providers = {
    aws = aws.audit
  }

  name = "rail-audit"
}

module "edge" {
  source = "./modules/audit"

  providers = {
    aws = aws.edge
  }

  name = "rail-edge"
}

resource "aws_vpc" "this" {
  cidr_block = "10.80.0.0/16"
}

module "firewall" {
  source = "./modules/firewall"

  name         = "rail"
  vpc_id       = aws_vpc.this.id
  rules        = local.open_ports
  egress_ports = ["443", "5432"]
  maintenance  = var.maintenance
  bastion      = var.bastion_cidr
}

resource "aws_ssm_parameter" "timetable" {
  name  = "/rail/timetable"
  type  = "String"
  value = "summer"
}

resource "aws_sns_topic" "delays" {
  name         = "rail-delays"
  display_name = module.north.topic_label

  tags = {
    Audience = "public"
  }
}

resource "aws_cloudwatch_log_group" "app" {
  for_each = toset(["booking", "pricing"])

  name              = "/rail/${each.key}"
  retention_in_days = 30
}
