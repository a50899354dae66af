environment = "live"

api_capacity = {
  min = 0
  max = 6 # two per zone
}

office_cidrs = [
  "198.51.100.0/24", # Lisbon
  "203.0.113.0/25",
]

tags = {
  Owner      = "payments-team"
  CostCenter = "1200"
}
