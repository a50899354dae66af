locals {
  owners = {
    audit  = "security"
    access = "platform"
  }

  labels = [
    { key = "App", value = "shop", on = true },
    { key = "Beta", value = "no", on = false },
  ]

  apps = {
    web = { size = "l", days = 30 }
    job = { days = 7 }
  }

  sized = { for name, app in merge({ api = { days = 60 } }, local.apps) : name => merge({ size = "s" }, app) }
}

resource "aws_cloudwatch_log_group" "mapped" {
  name = "/values/mapped"
  tags = { for log, owner in local.owners : "owner-${log}" => owner }
}

resource "aws_cloudwatch_log_group" "labelled" {
  name = "/values/labelled"
  tags = { for label in local.labels : label.key => label.value if label.on }
}

resource "aws_cloudwatch_log_group" "sized" {
  for_each = { for name, app in local.sized : name => app }

  name              = "/values/sized/${each.key}"
  retention_in_days = each.value.days
  tags              = { Size = upper(each.value.size) }
}

resource "aws_cloudwatch_log_group" "listing" {
  name = "/values/listing"
  tags = { Hosts = join(" ", [for host in ["a", "b"] : "${host}.shop.test"]) }
}

resource "aws_cloudwatch_log_group" "grouped" {
  name = "/values/grouped"
  tags = { Prod = join("+", { for m in local.members : m.stage => m.name... }["prod"]) }
}

locals {
  members = [
    { stage = "prod", name = "ann" },
    { stage = "dev", name = "bob" },
    { stage = "prod", name = "cid" },
  ]
}
