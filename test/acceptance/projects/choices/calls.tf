# Modules that are called twice.

locals {
  call_retention = 30
  fleet          = toset(["blue", "green"])
}

module "own_a" {
  source = "./modules/log"

  name      = "/choices/own/a"
  retention = 7
}

module "own_b" {
  source = "./modules/log"

  name      = "/choices/own/b"
  retention = 7 # for now
}

module "same_a" {
  source = "./modules/log"

  name      = "/choices/same/a"
  retention = local.call_retention
}

module "same_b" {
  source = "./modules/log"

  name      = "/choices/same/b"
  retention = local.call_retention
}

module "left_a" {
  source = "./modules/log"
  name   = "/choices/left/a"
}

module "left_b" {
  source = "./modules/log"
  name   = "/choices/left/b"
}

module "pair_a" {
  source = "./modules/pair"
  name   = "a"
}

module "pair_b" {
  source = "./modules/pair"
  name   = "b"
}

module "fleet" {
  source   = "./modules/log"
  for_each = local.fleet

  name      = "/choices/fleet/${each.key}"
  retention = local.call_retention
}

module "ring" {
  source = "./modules/log"
  count  = 2

  name      = "/choices/ring/${count.index}"
  retention = 30
}
