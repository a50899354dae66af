terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.100"
    }
  }
}

provider "aws" {
  region = "us-east-1"
}

data "aws_caller_identity" "current" {}

locals {
  account = data.aws_caller_identity.current.account_id
  prefix  = "ledger"

  # What every reader of the archive may do.
  read_actions = [
    "s3:GetObject",
    "s3:ListBucket",
  ]
}
