# What the on-call engineer looks at.

resource "aws_cloudwatch_log_group" "checkout" {
  name              = "/storefront/checkout"
  retention_in_days = 30

  tags = {
    Team = "storefront"
  }
}

resource "aws_cloudwatch_metric_alarm" "queue_age" {
  alarm_name          = "storefront-orders-age"
  alarm_description   = "Oldest order waits too long"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateAgeOfOldestMessage"
  statistic           = "Maximum"
  comparison_operator = "GreaterThanThreshold"
  threshold           = 300
  period              = 60
  evaluation_periods  = 5
  treat_missing_data  = "notBreaching"

  dimensions = {
    QueueName = aws_sqs_queue.orders.name
  }

  alarm_actions = [aws_sns_topic.orders.arn]
}

# Left over from the 2022 sale; delete when the dashboard is gone.
resource "aws_cloudwatch_metric_alarm" "sale_cpu" {
  alarm_name          = "storefront-sale-cpu"
  namespace           = "AWS/EC2"
  metric_name         = "CPUUtilization"
  statistic           = "Average"
  comparison_operator = "GreaterThanOrEqualToThreshold"
  threshold           = 80
  period              = 300
  evaluation_periods  = 2
}

resource "aws_route53_zone" "shop" {
  name    = "shop.example.com"
  comment = "Storefront"
}

resource "aws_route53_record" "www" {
  zone_id = aws_route53_zone.shop.zone_id
  name    = "www.shop.example.com"
  type    = "A"
  ttl     = 300
  records = ["192.0.2.10"]
}

resource "aws_route53_record" "mail" {
  zone_id = aws_route53_zone.shop.zone_id
  name    = "shop.example.com"
  type    = "MX"
  ttl     = 3600
  records = [
    "10 mx1.example.net", # primary
    "20 mx2.example.net",
  ]
}

resource "aws_ssm_parameter" "feature_flags" {
  name        = "/storefront/feature-flags"
  description = "Feature flags, read at start"
  type        = "String"
  value       = "new-cart=off"

  tags = {
    Team = "storefront"
  }
}

resource "aws_ssm_parameter" "payment_key" {
  name  = "/storefront/payment-key"
  type  = "SecureString"
  value = "test_0000000000000000"
}
