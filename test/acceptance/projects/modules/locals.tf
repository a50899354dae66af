locals {
  prefix = "payments-${var.environment}"

  # Tags that finance reads. Keep the spelling.
  tags = merge(var.tags, {
    Service = "payments"
  })

  queue_defaults = {
    visibility = 45
    retention  = 1209600
  }

  table_capacity = {
    read  = 20
    write = 10
  }

  alarm_threshold = 75
}
