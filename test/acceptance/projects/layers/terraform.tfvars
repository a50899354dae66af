audit_retention = "7y"

queue_settings = {
  visibility = 60 # seconds
}
