office_ranges = [
  "198.51.100.0/24", # head office
]
