queues = {
  invoices  = { visibility = 60 }
  payouts   = {}
  refunds   = { visibility = 45, retention = 1209600 } # slow partner bank
  transfers = {}
}

log_groups = {
  api    = 30
  worker = 14
  cron   = 7 # noisy
}

partners = {
  acme    = "198.51.100.0/28"
  globex  = "198.51.100.64/28" # contract ends in May
  initech = "198.51.100.128/28"
}
