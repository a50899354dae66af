# Scaled by somebody else for as long as anybody can tell.
resource "aws_dynamodb_table" "visits" {
  name           = "visits"
  hash_key       = "id"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    # read_capacity: owned by Application Auto Scaling within 5..20 until 2999-12-31 (i-0123456789af)
    ignore_changes = [read_capacity]
  }
}
