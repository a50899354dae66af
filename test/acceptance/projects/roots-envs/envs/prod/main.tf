module "service" {
  source = "../../modules/service"

  environment = "prod"
  threshold   = 10
  tier        = "gold"
}

locals {
  feeds = {
    orders  = { team = "shop" }
    refunds = { team = "pay" }
  }
}

resource "aws_cloudwatch_log_group" "feed" {
  for_each = local.feeds

  name              = "/prod/feeds/${each.key}"
  retention_in_days = 30
  tags              = { Team = each.value.team }
}
