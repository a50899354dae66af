stage   = "prod"
runbook = "wiki/orders"

rota = [
  "ann",
  "bob", # on parental leave until May
]

extra_tags = {
  CostCenter = "4711"
  Ledger     = "eu" # asked for by finance
}

retention = {
  billing = 90
  search  = 14
}

contacts = {
  billing = "finance"
  orders  = "checkout" # was: store
}

channels = {
  billing = { slack = "c-billing" }
}

settings = {
  ingest = { days = 7, owner = "data" }
  export = { owner = "data" }
}
