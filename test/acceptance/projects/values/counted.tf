locals {
  shard_days   = [7, 14, 30]
  shard_owners = ["ann", "bob"]

  zones = [
    { name = "a", tier = "hot" },
    { name = "b", tier = "warm" },
    { name = "c", tier = "cold" },
  ]
}

resource "aws_cloudwatch_log_group" "shard" {
  count = length(local.shard_days)

  name              = "/values/shard/${count.index}"
  retention_in_days = local.shard_days[count.index]

  tags = {
    Owner = element(local.shard_owners, count.index)
    Tier  = local.zones[count.index].tier
    Zone  = element(local.zones[*].name, count.index)
    Index = format("shard-%02d", count.index)
  }
}
