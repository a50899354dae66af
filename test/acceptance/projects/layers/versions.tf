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

  default_tags {
    tags = {
      Project = "rail"
      Owner   = "platform" # who is paged
    }
  }
}

# What auditors look at has tags of its own.
provider "aws" {
  alias  = "audit"
  region = "us-east-1"

  default_tags {
    tags = merge(local.audit_tags, {
      Retention = var.audit_retention
      Reviewed  = "no"
    })
  }
}

provider "aws" {
  alias  = "edge"
  region = "us-east-1"

  default_tags {
    tags = local.edge_tags
  }
}
