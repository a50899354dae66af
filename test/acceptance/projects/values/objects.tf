variable "services" {
  type = map(object({
    days   = optional(number, 14)
    owner  = optional(string)
    labels = optional(map(string), {})
    alerts = optional(object({
      channel = optional(string, "none")
      level   = optional(string, "warn")
    }), {})
  }))

  default = {
    search = {
      days  = 30
      owner = "find"
    }
    mail = {} # all defaults
    push = { owner = "notify", alerts = { level = "error" } }
    sms  = { labels = { Vendor = "acme" } }
    fax  = { days = 3 }
    chat = { owner = "talk" }
  }
}

resource "aws_cloudwatch_log_group" "service" {
  for_each = var.services

  name              = "/values/service/${each.key}"
  retention_in_days = each.value.days

  tags = merge(each.value.labels, {
    Owner   = coalesce(each.value.owner, "platform")
    Channel = each.value.alerts.channel
    Level   = each.value.alerts.level
  })
}
