buckets = {
  reports = {
    versioned   = true
    expire_days = 400
    tags = {
      Team        = "finance"
      Sensitivity = "high" # audited
    }
  }

  landing = {
    expire_days = 7
    tags        = { Team = "ingest" }
  }

  site = {
    website = true
  }
}

queues = {
  ingest = { visibility = 120 }
  mail   = { retention = 86400 }
  audit  = {}
}

tables = {
  sessions = { hash_key = "id", read = 5, write = 5 }
  events   = { hash_key = "key", read = 25, write = 50, pitr = true } # the busy one
}

parameters = {
  "feature/search"  = "on"
  "feature/reviews" = "off"
}
