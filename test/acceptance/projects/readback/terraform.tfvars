# Seconds.
delays = [5, 10]

queues = {
  print = { visibility = 30, retention = 86400 }
  bind  = { visibility = 60, retention = 86400 }
  trim  = { visibility = 60, retention = 86400 }
}
