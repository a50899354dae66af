api_retention = 30
web_retention = 30

workers = {
  mail  = { retention = 30 }
  print = {}
}
