module "service" {
  source = "../modules/service"
  name   = "tools"
}
