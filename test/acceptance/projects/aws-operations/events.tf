resource "aws_cloudwatch_event_bus" "sea" {
  name = "${local.name}-sea"

  tags = local.tags
}

resource "aws_cloudwatch_event_bus_policy" "sea" {
  event_bus_name = aws_cloudwatch_event_bus.sea.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Harbor"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::210987654321:root" }
      Action    = "events:PutEvents"
      Resource  = aws_cloudwatch_event_bus.sea.arn
    }]
  })
}

# The pilots send to the default bus.
resource "aws_cloudwatch_event_permission" "pilots" {
  principal    = "345678901234"
  statement_id = "Pilots"
}

resource "aws_cloudwatch_event_archive" "sea" {
  name             = "${local.name}-sea"
  description      = "What the sea said"
  event_source_arn = aws_cloudwatch_event_bus.sea.arn
  retention_days   = 30
}

resource "aws_cloudwatch_event_connection" "weather" {
  name               = "${local.name}-weather"
  authorization_type = "API_KEY"

  auth_parameters {
    api_key {
      key   = "x-api-key"
      value = "placeholder" # set by hand
    }
  }
}

variable "weather_rate" {
  description = "Calls a second that the weather service takes"
  type        = number
  default     = 10
}

resource "aws_cloudwatch_event_api_destination" "weather" {
  name                             = "${local.name}-weather"
  description                      = "Tells the weather service"
  invocation_endpoint              = "https://weather.example.net/reports"
  http_method                      = "POST"
  invocation_rate_limit_per_second = var.weather_rate
  connection_arn                   = aws_cloudwatch_event_connection.weather.arn
}

resource "aws_vpc" "this" {
  for_each = {
    tower  = "10.95.0.0/16"
    island = "10.96.0.0/16"
  }

  cidr_block = each.value
}

resource "aws_route53_zone" "inside" {
  name = "${local.name}.internal"

  vpc {
    vpc_id = aws_vpc.this["tower"].id
  }

  lifecycle {
    ignore_changes = [vpc] # the island joins below
  }
}

resource "aws_route53_zone_association" "island" {
  zone_id = aws_route53_zone.inside.zone_id
  vpc_id  = aws_vpc.this["island"].id
}

resource "aws_route53_zone" "outside" {
  name = "${local.name}.example.org"
}

resource "aws_route53_query_log" "outside" {
  depends_on = [aws_cloudwatch_log_resource_policy.resolver]

  zone_id                  = aws_route53_zone.outside.zone_id
  cloudwatch_log_group_arn = "${aws_cloudwatch_log_group.this["access"].arn}:*"
}

resource "aws_route53_health_check" "lamp" {
  fqdn              = "lamp.${local.name}.example.org"
  port              = 443
  type              = "HTTPS"
  resource_path     = "/lit"
  failure_threshold = 3
  request_interval  = 30

  tags = local.tags
}
