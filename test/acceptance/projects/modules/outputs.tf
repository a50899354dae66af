output "api_security_group" {
  value = module.api.security_group_id
}

output "archive" {
  value = module.archive.arn
}
