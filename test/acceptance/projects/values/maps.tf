resource "aws_cloudwatch_log_group" "own" {
  name = "/values/own"
  tags = merge(local.tags, { Owner = "checkout" })
}

resource "aws_cloudwatch_log_group" "shared" {
  name = "/values/shared"
  tags = merge(local.tags, { Owner = "checkout" })
}

resource "aws_cloudwatch_log_group" "added" {
  name = "/values/added"

  tags = merge(local.tags, {
    Owner = "search" # moved in March
  })
}

resource "aws_cloudwatch_log_group" "dropped" {
  name = "/values/dropped"

  tags = merge(local.tags, {
    Owner = "search"
    Debug = "on"
  })
}

resource "aws_cloudwatch_log_group" "extra" {
  name = "/values/extra"
  tags = merge(local.tags, var.extra_tags)
}

resource "aws_cloudwatch_log_group" "layered" {
  name = "/values/layered"
  tags = merge([local.tags, { Tier = "two" }, var.archive ? { Cold = "yes" } : { Cold = "no" }]...)
}

resource "aws_cloudwatch_log_group" "looked_up" {
  name              = "/values/looked-up"
  retention_in_days = lookup(var.retention, "billing", local.default_days)
}

resource "aws_cloudwatch_log_group" "not_found" {
  name              = "/values/not-found"
  retention_in_days = lookup(var.retention, "carts", local.default_days)
}

resource "aws_cloudwatch_log_group" "contact" {
  name = "/values/contact"
  tags = { Contact = "team-${lookup(var.contacts, "orders", "nobody")}" }
}

resource "aws_cloudwatch_log_group" "nested" {
  name = "/values/nested"
  tags = { Channel = lookup(lookup(var.channels, "billing", {}), "slack", "none") }
}

resource "aws_cloudwatch_log_group" "nested_missing" {
  name = "/values/nested-missing"
  tags = { Channel = lookup(lookup(var.channels, "billing", {}), "mail", "none") }
}

resource "aws_cloudwatch_log_group" "each" {
  for_each = toset(["billing", "search", "mail", "push"])

  name              = "/values/each/${each.key}"
  retention_in_days = lookup(local.days, each.key, 5)
}

locals {
  days = {
    billing = 400
    search  = 60
  }
}
