# What all environments have in common.
proxy_retention = 7
cache_retention = 7
queue_retention = 14
store_retention = 14

flow = {
  retention = 7
}

agents = {
  north = 7
  south = 7
}
