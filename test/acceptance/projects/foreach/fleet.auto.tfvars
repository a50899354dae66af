stage = "prod"

# ---- network ---------------------------------------------------------------

subnets = {
  a = { cidr = "10.60.1.0/24", zone = "us-east-1a" }
  b = { cidr = "10.60.2.0/24", zone = "us-east-1b" }
}

firewalls = {
  edge = {
    description = "Front door"
    rules = [
      { port = 443, cidrs = ["0.0.0.0/0"], description = "https" },
      { port = 80, cidrs = ["0.0.0.0/0"], description = "redirects" },
    ]
  }

  # Only reachable from our own networks.
  internal = {
    description = "East-west traffic"
    rules = [
      {
        port        = 8080
        cidrs       = ["10.60.0.0/16"]
        description = "services"
      },
      {
        port  = 9100
        cidrs = ["10.60.1.0/24", "10.60.2.0/24"] # node exporter
      },
    ]
  }
}

partners = {
  acme    = "192.0.2.0/26"
  initech = "198.51.100.64/26" # until the end of the year
}

# ---- compute ---------------------------------------------------------------

fleets = {
  ingest = { instance_type = "t3.small", min = 0, max = 4 }
  render = { instance_type = "t3.large", min = 0, max = 10, desired = 0 }
}

functions = {
  thumbnail = { memory = 512, timeout = 20 }
  notify    = {}
}
