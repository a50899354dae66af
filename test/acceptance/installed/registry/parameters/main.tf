variable "create" {
  description = "Whether to create anything"
  type        = bool
  default     = true
}

variable "prefix" {
  description = "Put before every name"
  type        = string
  default     = ""
}

variable "parameters" {
  description = "Parameters by name: value, values, type, tier, description, tags"
  type        = map(any)
  default     = {}
}

variable "defaults" {
  description = "What a parameter is when it does not say otherwise"
  type        = any
  default     = {}
}

variable "tags" {
  description = "Tags of all parameters"
  type        = map(string)
  default     = {}
}

locals {
  parameters = { for name, parameter in var.parameters : name => parameter if var.create }
}

resource "aws_ssm_parameter" "this" {
  for_each = local.parameters

  name        = "${var.prefix}/${each.key}"
  type        = lookup(each.value, "type", "String")
  tier        = lookup(each.value, "tier", lookup(var.defaults, "tier", "Standard"))
  description = lookup(each.value, "description", "Setting ${each.key}")
  value       = try(join(",", each.value.values), each.value.value)

  tags = merge(var.tags, { Name = each.key })
}

output "names" {
  description = "Names of the parameters by key"
  value       = { for key, parameter in aws_ssm_parameter.this : key => parameter.name }
}
