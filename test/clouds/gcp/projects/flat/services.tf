resource "google_storage_bucket" "assets" {
  name                        = "shop-prod-assets"
  location                    = "EU"
  uniform_bucket_level_access = true

  versioning {
    enabled = false
  }
}

resource "google_storage_bucket_iam_binding" "readers" {
  bucket = google_storage_bucket.assets.name
  role   = "roles/storage.objectViewer"
  members = [
    "group:web@shop.example",
    "serviceAccount:web@shop-prod.iam.gserviceaccount.com",
  ]
}

resource "google_service_account" "web" {
  account_id   = "web"
  display_name = "Web servers"
}

resource "google_project_iam_member" "web_logs" {
  project = var.project
  role    = "roles/logging.logWriter"
  member  = google_service_account.web.member
}

resource "google_project_iam_custom_role" "deployer" {
  role_id     = "deployer"
  title       = "Deployer"
  permissions = ["run.services.get", "run.services.update"]
}

resource "google_pubsub_topic" "orders" {
  name   = "orders"
  labels = local.labels
}

resource "google_pubsub_subscription" "billing" {
  name                 = "orders-billing"
  topic                = google_pubsub_topic.orders.id
  ack_deadline_seconds = 20

  expiration_policy {
    ttl = ""
  }
}

resource "google_sql_database_instance" "main" {
  name                = "shop"
  region              = var.region
  database_version    = "POSTGRES_15"
  deletion_protection = true

  settings {
    tier              = var.database_tier
    availability_type = "ZONAL"

    backup_configuration {
      enabled    = true
      start_time = "03:00"
    }

    database_flags {
      name  = "max_connections"
      value = "200"
    }
  }
}

resource "google_sql_user" "app" {
  name     = "app"
  instance = google_sql_database_instance.main.name
  password = var.database_password
}

resource "google_dns_managed_zone" "public" {
  name     = "shop-example"
  dns_name = "shop.example."
}

resource "google_dns_record_set" "www" {
  managed_zone = google_dns_managed_zone.public.name
  name         = "www.${google_dns_managed_zone.public.dns_name}"
  type         = "A"
  ttl          = 300
  rrdatas      = ["203.0.113.10"]
}

resource "google_container_cluster" "main" {
  name                     = "shop"
  location                 = var.region
  network                  = google_compute_network.main.id
  subnetwork               = google_compute_subnetwork.apps.id
  initial_node_count       = 1
  remove_default_node_pool = true

  release_channel {
    channel = "REGULAR"
  }
}

resource "google_container_node_pool" "general" {
  name       = "general"
  cluster    = google_container_cluster.main.id
  node_count = 3

  node_config {
    machine_type = "e2-standard-4"
    disk_size_gb = 100
  }
}

resource "google_cloud_run_v2_service" "api" {
  name     = "api"
  location = var.region
  ingress  = "INGRESS_TRAFFIC_ALL"

  template {
    scaling {
      min_instance_count = 1
      max_instance_count = 4
    }

    containers {
      image = "europe-docker.pkg.dev/shop-prod/apps/api:1.4.0"
    }
  }
}

resource "google_secret_manager_secret" "token" {
  secret_id = "api-token"

  replication {
    auto {}
  }
}

resource "google_logging_project_sink" "audit" {
  name        = "audit"
  destination = "storage.googleapis.com/${google_storage_bucket.assets.name}"
  filter      = "severity>=WARNING"
}

resource "google_bigquery_dataset" "sales" {
  dataset_id                  = "sales"
  location                    = "EU"
  default_table_expiration_ms = 3600000
}

resource "google_redis_instance" "cache" {
  name           = "cache"
  region         = var.region
  memory_size_gb = 4
}

resource "google_cloud_scheduler_job" "nightly" {
  name     = "nightly"
  region   = var.region
  schedule = "0 3 * * *"

  pubsub_target {
    topic_name = google_pubsub_topic.orders.id
    data       = base64encode("run")
  }
}
