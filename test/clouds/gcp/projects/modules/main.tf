provider "google" {
  project = "shop-prod"
  region  = "us-central1"
}

module "web" {
  source = "./modules/web"

  name         = "web"
  machine_type = "n2-standard-2"
  size         = 3
  max_replicas = 6
}

module "worker" {
  source = "./modules/web"

  name         = "worker"
  machine_type = "e2-standard-2"
  canary_type  = "e2-medium"
  size         = 2
  max_replicas = 4
}

locals {
  viewers = {
    audit   = "group:audit@shop.example"
    support = "group:support@shop.example"
  }

  machines = {
    alpha = { type = "e2-medium", zone = "us-central1-a" }
    beta  = { type = "e2-medium", zone = "us-central1-b" }
  }
}

resource "google_project_iam_member" "viewers" {
  for_each = local.viewers

  project = "shop-prod"
  role    = "roles/viewer"
  member  = each.value
}

resource "google_compute_instance" "machines" {
  for_each = local.machines

  name         = each.key
  machine_type = each.value.type
  zone         = each.value.zone

  boot_disk {
    initialize_params {
      image = "debian-cloud/debian-12"
    }
  }

  network_interface {
    network = "default"
  }
}

resource "google_pubsub_topic" "events" {
  for_each = toset(["created", "paid"])

  name = "order-${each.value}"
}
