locals {
  fallback_owner = "platform"
  critical_apps  = ["billing"]
}

resource "aws_cloudwatch_log_group" "coalesced" {
  name              = "/values/coalesced"
  retention_in_days = coalesce(var.audit_days, 365)
}

resource "aws_cloudwatch_log_group" "owned" {
  name = "/values/owned"
  tags = { Owner = coalesce(var.audit_owner, local.fallback_owner) }
}

resource "aws_cloudwatch_log_group" "owned_too" {
  name = "/values/owned-too"
  tags = { Owner = local.fallback_owner, Mail = coalesce("", "ops@shop.test") }
}

resource "aws_cloudwatch_log_group" "listed" {
  name = "/values/listed"
  tags = { Apps = join("/", coalescelist([], local.critical_apps)) }
}

resource "aws_cloudwatch_log_group" "settled" {
  for_each = local.streams

  name              = "/values/settled/${each.key}"
  retention_in_days = coalesce(each.value.days, local.default_days)
  tags              = { Sink = coalesce(each.value.sink, "s3") }
}

locals {
  streams = {
    clicks = { days = 3, sink = "" }
    views  = { days = null, sink = "kafka" }
  }
}

resource "aws_cloudwatch_log_group" "tried" {
  name              = "/values/tried"
  retention_in_days = try(var.settings.ingest.days, 14)
  tags              = { Owner = try(var.settings.ingest.owner, "nobody") }
}

resource "aws_cloudwatch_log_group" "tried_missing" {
  name              = "/values/tried-missing"
  retention_in_days = try(var.settings.export.days, 14)
  tags              = { Owner = "x-${try(var.settings.export.owner, "nobody")}" }
}

resource "aws_cloudwatch_log_group" "parts" {
  for_each = local.parts

  name              = "/values/parts/${each.key}"
  retention_in_days = try(each.value.days, 1)
  tags              = { Owner = try(each.value.tags.owner, local.fallback_owner) }
}

locals {
  parts = {
    engine = { days = 5, tags = { owner = "core" } }
    wheels = { tags = {} }
  }
}

resource "aws_cloudwatch_log_group" "branch" {
  name              = "/values/branch"
  retention_in_days = var.critical ? 90 : 7
}

resource "aws_cloudwatch_log_group" "moved" {
  name              = "/values/moved"
  retention_in_days = var.verbose ? 180 : 60
}

resource "aws_cloudwatch_log_group" "compared" {
  name              = "/values/compared"
  retention_in_days = var.stage == "prod" ? 150 : 3
  tags              = { Tier = var.stage != "prod" ? "low" : "high-${local.prefix}" }
}

resource "aws_cloudwatch_log_group" "twofold" {
  name              = "/values/twofold"
  retention_in_days = var.critical ? (var.stage == "prod" ? local.long : 5) : 1
  tags              = var.critical ? { Page = "yes" } : {}
}

locals {
  long = 545
}
