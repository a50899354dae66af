resource "aws_cloudwatch_log_group" "orders" {
  name              = "/values/orders"
  retention_in_days = 30 # two billing runs

  tags = {
    Owner = "checkout"
    Pager = "none" # nobody
  }
}

resource "aws_cloudwatch_log_group" "carts" {
  name = "/values/carts"
  tags = { Owner = "checkout", "cost:center" = "4711" }
}

resource "aws_cloudwatch_log_group" "stock" {
  name = "/values/stock"

  tags = {
    Owner  = "warehouse"
    Legacy = "yes"
  }
}

resource "aws_cloudwatch_log_group" "prices" {
  name              = "/values/prices"
  retention_in_days = 24 / 24 * 7
}

resource "aws_cloudwatch_log_group" "returns" {
  name              = "/values/returns"
  retention_in_days = var.months * 30
}
