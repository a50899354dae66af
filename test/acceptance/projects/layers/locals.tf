locals {
  audit_tags = {
    Classification = "internal"
    Scope          = "sox"
  }

  edge_tags = {
    Project = "rail"
    Tier    = "edge"
  }

  defaults = {
    delay     = 0
    retention = 86400
  }

  feeds = {
    departures = { delay = 5 }
    arrivals   = { visibility = 90 }
    platforms  = {}
  }

  board_days = [14, 30]

  open_ports = {
    https = { port = 443, cidrs = ["0.0.0.0/0"] }
    ssh   = { port = 22, cidrs = ["10.80.0.0/16"] } # from inside
    drop  = { port = 8080, cidrs = ["198.51.100.0/24"] }
  }
}
