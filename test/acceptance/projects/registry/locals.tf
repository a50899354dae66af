locals {
  prefix = "shop-${var.environment}"

  tags = {
    Service = "shop"
    Team    = "storefront"
  }

  queue_defaults = {
    visibility_timeout_seconds = 45
    message_retention_seconds  = 86400
  }

  queues = {
    invoices = {
      delay_seconds = 10 # the ledger is slow
    }
    shipments = {
      visibility_timeout_seconds = 120
    }
  }
}
