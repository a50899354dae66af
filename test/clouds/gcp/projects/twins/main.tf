provider "google" {
  project = "shop-prod"
}

provider "google" {
  alias   = "staging"
  project = "shop-staging"
}

provider "aws" {
  region = "us-east-1"
}

resource "google_compute_firewall" "prod" {
  name          = "allow-ssh"
  network       = "default"
  source_ranges = ["198.51.100.0/24"]

  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
}

resource "google_compute_firewall" "staging" {
  provider      = google.staging
  name          = "allow-ssh"
  network       = "default"
  source_ranges = ["198.51.100.0/24"]

  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
}

resource "google_sql_database_instance" "prod" {
  name             = "main"
  database_version = "MYSQL_8_0"

  settings {
    tier = "db-n1-standard-1"
  }
}

resource "google_sql_database_instance" "staging" {
  provider         = google.staging
  name             = "main"
  database_version = "MYSQL_8_0"

  settings {
    tier = "db-n1-standard-1"
  }
}

resource "google_compute_disk" "a" {
  name = "data"
  zone = "us-east1-b"
  size = 10
}

resource "google_compute_disk" "b" {
  name = "data"
  zone = "us-east1-c"
  size = 10
}

resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 30
}
