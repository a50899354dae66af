variable "bucket" {
  description = "Name of the bucket"
  type        = string
}

variable "versioning" {
  description = "Versioning: enabled"
  type        = map(string)
  default     = {}
}

variable "lifecycle_rules" {
  description = "Lifecycle rules: id, enabled, prefix, transition, expiration"
  type        = any
  default     = []
}

variable "tags" {
  description = "Tags of the bucket"
  type        = map(string)
  default     = {}
}

locals {
  lifecycle_rules = try(jsondecode(var.lifecycle_rules), var.lifecycle_rules)
}

resource "aws_s3_bucket" "this" {
  bucket = var.bucket
  tags   = var.tags
}

resource "aws_s3_bucket_versioning" "this" {
  count = length(keys(var.versioning)) > 0 ? 1 : 0

  bucket = aws_s3_bucket.this.id

  versioning_configuration {
    status = try(var.versioning["enabled"] ? "Enabled" : "Suspended", tobool(var.versioning["status"]) ? "Enabled" : "Suspended", title(lower(var.versioning["status"])))
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  count = length(local.lifecycle_rules) > 0 ? 1 : 0

  bucket = aws_s3_bucket.this.id

  dynamic "rule" {
    for_each = local.lifecycle_rules

    content {
      id     = try(rule.value.id, null)
      status = try(rule.value.enabled ? "Enabled" : "Disabled", "Enabled")

      filter {
        prefix = try(rule.value.prefix, "")
      }

      dynamic "transition" {
        for_each = try(flatten([rule.value.transition]), [])

        content {
          days          = try(transition.value.days, null)
          storage_class = transition.value.storage_class
        }
      }

      dynamic "expiration" {
        for_each = try(flatten([rule.value.expiration]), [])

        content {
          days = try(expiration.value.days, null)
        }
      }
    }
  }
}

output "arn" {
  description = "ARN of the bucket"
  value       = aws_s3_bucket.this.arn
}
