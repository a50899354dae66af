locals {
  name = "post"
}

module "sorter" {
  source = "./modules/function"

  name    = "${local.name}-sorter"
  memory  = 256
  retries = 1
  layers  = [aws_lambda_layer_version.stamps.arn]
}

module "stamper" {
  source = "./modules/function"

  name = "${local.name}-stamper"
}

resource "aws_lambda_layer_version" "stamps" {
  layer_name  = "${local.name}-stamps"
  description = "Prices of stamps"
  filename    = "${path.module}/modules/function/src/handler.zip"
}

# Prices of last year, until the returns are through.
resource "aws_lambda_layer_version" "old_stamps" {
  layer_name  = "${local.name}-old-stamps"
  description = "Prices of stamps, 2024"
  filename    = "${path.module}/modules/function/src/handler.zip"
}

resource "aws_sqs_queue" "letters" {
  name = "${local.name}-letters"
}

resource "aws_lambda_event_source_mapping" "letters" {
  event_source_arn = aws_sqs_queue.letters.arn
  function_name    = module.sorter.arn
  batch_size       = 10 # a full tray
}

resource "aws_lambda_function_url" "stamper" {
  function_name      = module.stamper.name
  authorization_type = "NONE"

  cors {
    allow_origins = ["https://post.example.com"]
    allow_methods = ["GET"]
    max_age       = 300
  }
}

resource "aws_sns_topic" "parcels" {
  name = "${local.name}-parcels"
}

locals {
  callers = {
    parcels = { principal = "sns.amazonaws.com", source = aws_sns_topic.parcels.arn }
    nightly = { principal = "events.amazonaws.com", source = null }
  }
}

resource "aws_lambda_permission" "this" {
  for_each = local.callers

  statement_id  = each.key
  action        = "lambda:InvokeFunction"
  function_name = module.stamper.name
  principal     = each.value.principal
  source_arn    = each.value.source
}
