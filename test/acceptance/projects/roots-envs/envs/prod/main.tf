module "service" {
  source = "../../modules/service"

  environment = "prod"
  threshold   = 10
  tier        = "gold"
}
