locals {
  shards = ["eu", "us", "ap"]
}

resource "aws_sqs_queue" "work" {
  for_each = var.queues

  name                       = "${var.prefix}-${each.key}"
  visibility_timeout_seconds = each.value.visibility
  message_retention_seconds  = each.value.retention
}

# One queue a region; the consumer numbers them.
resource "aws_sqs_queue" "shard" {
  count = length(local.shards)

  name = "${var.prefix}-shard-${local.shards[count.index]}"
}

resource "aws_sqs_queue" "worker" {
  count = var.worker_queues

  name = "${var.prefix}-worker-${count.index}"
}

resource "aws_sqs_queue" "audit" {
  count = var.audit ? 1 : 0

  name = "${var.prefix}-audit"
}

# The old importer. Nobody knows who still writes here.
resource "aws_sqs_queue" "importer" {
  name = "${var.prefix}-importer"
}

resource "aws_sqs_queue" "mail" {
  name = "${var.prefix}-mail"
}

resource "aws_sns_topic" "events" {
  name = "${var.prefix}-events"
}

resource "aws_sns_topic" "billing" {
  name = "${var.prefix}-billing"
}

resource "aws_sns_topic_subscription" "mail" {
  topic_arn = aws_sns_topic.events.arn
  protocol  = "sqs"
  endpoint  = aws_sqs_queue.mail.arn
}

module "inbox" {
  source = "./modules/queue"

  name = "${var.prefix}-inbox"
}

module "outbox" {
  source = "./modules/queue"

  name = "${var.prefix}-outbox"
}

module "tenant" {
  source   = "./modules/queue"
  for_each = toset(["north", "south", "west"])

  name = "${var.prefix}-tenant-${each.key}"
}
