resource "aws_cloudwatch_log_group" "suffix" {
  name = "/values/suffix"
  tags = { Dashboard = "${local.prefix}-orders" }
}

resource "aws_cloudwatch_log_group" "front" {
  name = "/values/front"
  tags = { Zone = "internal-${local.prefix}" }
}

resource "aws_cloudwatch_log_group" "middle" {
  name = "/values/middle"
  tags = { Path = "${var.stage}/orders/${local.prefix}" }
}

resource "aws_cloudwatch_log_group" "several" {
  name = "/values/several"
  tags = { Runbook = "${local.prefix}/${var.runbook}" }
}

resource "aws_cloudwatch_log_group" "directive" {
  name = "/values/directive"
  tags = { Alert = "%{if var.critical}page%{else}mail%{endif}-${local.prefix}" }
}

resource "aws_cloudwatch_log_group" "loop" {
  name = "/values/loop"
  tags = { Rota = "%{for who in var.rota}${who} %{endfor}then ${local.prefix}" }
}

resource "aws_cloudwatch_log_group" "format" {
  name = "/values/format"
  tags = { Stream = format("%s-%s-%02d", local.prefix, "audit", 7) }
}

resource "aws_cloudwatch_log_group" "joined" {
  name = "/values/joined"
  tags = { Team = lower(join("-", [var.stage, "Orders", "eu"])) }
}
