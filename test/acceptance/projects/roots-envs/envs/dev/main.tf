module "service" {
  source   = "../../modules/service"
  for_each = toset(["dev-one", "dev-two"])

  environment = each.key
  threshold   = 50
  audit_days  = 30
}
