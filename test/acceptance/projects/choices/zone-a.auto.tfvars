store_retention = 60
agents          = { north = 30, south = 30 }
