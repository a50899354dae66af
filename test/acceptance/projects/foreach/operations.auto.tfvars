log_retention = {
  ingest = 14
  render = 30
  audit  = 365
}

alarms = {
  ingest-backlog = { namespace = "AWS/SQS", metric = "ApproximateNumberOfMessagesVisible", threshold = 1000, periods = 3 }
  render-errors  = { namespace = "Fleet/Render", metric = "Errors", threshold = 5 }
}

records = {
  www  = { type = "CNAME", ttl = 60, values = ["edge.example.net"] }
  api  = { type = "A", ttl = 300, values = ["192.0.2.20", "192.0.2.21"] }
  spf  = { type = "TXT", ttl = 3600, values = ["v=spf1 -all"] }
}

schedules = {
  compact = "rate(6 hours)"
  report  = "cron(0 4 * * ? *)"
}

roles = {
  ingest = {
    service  = "ec2.amazonaws.com"
    policies = ["arn:aws:iam::aws:policy/AmazonSQSFullAccess"]
  }
  render = {
    service = "ec2.amazonaws.com"
    policies = [
      "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess",
      "arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy", # needed by the agent
    ]
  }
}
