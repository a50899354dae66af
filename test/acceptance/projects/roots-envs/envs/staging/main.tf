module "service" {
  source = "../../modules/service"

  environment = "staging"
  threshold   = 10
}
