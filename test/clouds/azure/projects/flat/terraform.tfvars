app_prefixes = ["10.20.1.0/24"]

app_rules = {
  http  = { priority = 200, port = "8080" }
  admin = { priority = 210, port = "9090" }
}
