locals {
  prefix = "shop-${var.stage}"

  tags = {
    System = "shop"
    Stage  = var.stage
  }

  default_days = 30
}
