proxy_retention = 30 # ten times the traffic
store_retention = 30

flow = { retention = 30 }
