module "service" {
  source = "./modules/service"
  name   = var.color
}
