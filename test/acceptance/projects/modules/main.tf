module "network" {
  source = "./modules/network"

  name         = local.prefix
  cidr         = var.vpc_cidr
  subnet_cidrs = ["10.40.1.0/24", "10.40.2.0/24"]
  tags         = local.tags
}

module "api" {
  source = "./modules/service"

  name          = "${local.prefix}-api"
  vpc_id        = module.network.vpc_id
  subnet_ids    = module.network.subnet_ids
  port          = 8443
  allowed_cidrs = var.office_cidrs
  min_size      = var.api_capacity.min
  max_size      = var.api_capacity.max
  instance_type = var.instance_type

  log_retention_days = var.log_retention_days
  cpu_threshold      = local.alarm_threshold
  tags               = local.tags
}

module "worker" {
  source = "./modules/service"

  name          = "${local.prefix}-worker"
  vpc_id        = module.network.vpc_id
  subnet_ids    = module.network.subnet_ids
  port          = 9000
  allowed_cidrs = ["10.40.0.0/16"]
  max_size      = var.worker_max
  instance_type = "t3.medium" # settlement runs need the memory

  cpu_threshold = 90
  tags          = merge(local.tags, { Component = "worker" })
}

module "archive" {
  source = "./modules/bucket"

  bucket      = "${local.prefix}-archive"
  versioning  = true
  expire_days = 365
  tags        = local.tags
}

module "exports" {
  source = "./modules/bucket"

  bucket      = "${local.prefix}-exports"
  expire_days = 30
  tags        = merge(local.tags, { Confidential = "yes" })
}

module "inbox" {
  source = "./modules/queue"

  name               = "${local.prefix}-inbox"
  visibility_timeout = local.queue_defaults.visibility
  retention          = local.queue_defaults.retention
  max_receive_count  = 5
}

module "settlement" {
  source = "./modules/job"

  name     = "${local.prefix}-settlement"
  schedule = "rate(1 hour)"
  memory   = var.settlement_memory
  timeout  = 120
  tags     = local.tags
}

resource "aws_dynamodb_table" "ledger" {
  name           = "${local.prefix}-ledger"
  hash_key       = "account"
  range_key      = "entry"
  billing_mode   = "PROVISIONED"
  read_capacity  = local.table_capacity.read
  write_capacity = local.table_capacity.write

  attribute {
    name = "account"
    type = "S"
  }

  attribute {
    name = "entry"
    type = "N"
  }

  tags = local.tags
}

resource "aws_ecs_cluster" "this" {
  name = local.prefix
  tags = local.tags
}

resource "aws_kms_key" "ledger" {
  description         = "Ledger of ${var.environment}"
  enable_key_rotation = false
}

resource "aws_ssm_parameter" "endpoint" {
  name        = "/payments/${var.environment}/endpoint"
  description = "Where the acquirer lives"
  type        = "String"
  value       = "https://acquirer.example.net"
  tags        = local.tags
}
