module "service" {
  source    = "./modules/service"
  name      = var.color
  is_traced = true
}
