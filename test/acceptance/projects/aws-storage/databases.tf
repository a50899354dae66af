resource "aws_vpc" "this" {
  cidr_block = "10.90.0.0/16"
}

resource "aws_subnet" "this" {
  for_each = { a = 1, b = 2, c = 3 }

  vpc_id            = aws_vpc.this.id
  cidr_block        = cidrsubnet(aws_vpc.this.cidr_block, 8, each.value)
  availability_zone = "us-east-1${each.key}"
}

resource "aws_db_subnet_group" "this" {
  name        = local.name
  description = "Roots"
  subnet_ids = [
    aws_subnet.this["a"].id,
    aws_subnet.this["b"].id,
  ]

  tags = local.tags
}

resource "aws_db_parameter_group" "this" {
  for_each = {
    postgres15 = "The old press"
    postgres16 = "The new press"
  }

  name        = "${local.name}-${each.key}"
  family      = each.key
  description = each.value

  tags = local.tags
}

resource "aws_rds_cluster_parameter_group" "this" {
  name        = local.name
  family      = "aurora-postgresql15"
  description = "Cider"

  tags = local.tags
}

resource "aws_db_option_group" "old" {
  name                     = "${local.name}-old"
  option_group_description = "Vinegar"
  engine_name              = "mysql"
  major_engine_version     = "8.0"

  tags = local.tags
}

variable "cluster" {
  type = object({
    backup_days = number
    class       = string
  })
  default = {
    backup_days = 7
    class       = "db.r5.large"
  }
}

resource "aws_rds_cluster" "cider" {
  cluster_identifier      = "${local.name}-cider"
  engine                  = "aurora-postgresql"
  engine_version          = "15.4"
  master_username         = "orchard"
  master_password         = "change-me-at-first-login"
  db_subnet_group_name    = aws_db_subnet_group.this.name
  backup_retention_period = var.cluster.backup_days
  skip_final_snapshot     = true

  tags = local.tags
}

resource "aws_rds_cluster_instance" "cider" {
  identifier         = "${local.name}-cider-1"
  cluster_identifier = aws_rds_cluster.cider.id
  instance_class     = var.cluster.class
  engine             = aws_rds_cluster.cider.engine
  engine_version     = aws_rds_cluster.cider.engine_version

  tags = local.tags
}

resource "aws_db_cluster_snapshot" "autumn" {
  db_cluster_identifier          = aws_rds_cluster.cider.id
  db_cluster_snapshot_identifier = "${local.name}-autumn"

  tags = local.tags
}

resource "aws_sns_topic" "frost" {
  name = "${local.name}-frost"
}

resource "aws_db_event_subscription" "frost" {
  name        = "${local.name}-frost"
  sns_topic   = aws_sns_topic.frost.arn
  source_type = "db-cluster"

  tags = local.tags
}
