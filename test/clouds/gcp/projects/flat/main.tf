terraform {
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 6.50"
    }
  }
}

provider "google" {
  project = var.project
  region  = var.region
}

resource "google_compute_network" "main" {
  name                    = "shop"
  auto_create_subnetworks = false
}

resource "google_compute_subnetwork" "apps" {
  name                     = "apps"
  region                   = var.region
  network                  = google_compute_network.main.id
  ip_cidr_range            = "10.10.0.0/20"
  private_ip_google_access = false
}

# Who may reach the machines over SSH.
resource "google_compute_firewall" "ssh" {
  name          = "allow-ssh"
  network       = google_compute_network.main.name
  source_ranges = var.office_ranges
  target_tags   = ["ssh"]

  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
}

resource "google_compute_firewall" "web" {
  name          = "allow-web"
  network       = google_compute_network.main.name
  priority      = 900
  source_ranges = ["0.0.0.0/0"]

  allow {
    protocol = "tcp"
    ports    = ["80", "443"]
  }

  allow {
    protocol = "icmp"
  }
}

resource "google_compute_address" "web" {
  name   = "web"
  region = var.region
}

resource "google_compute_instance" "bastion" {
  name         = "bastion"
  machine_type = "e2-small"
  zone         = "${var.region}-b"
  tags         = ["ssh"]
  labels       = local.labels

  metadata = {
    enable-oslogin = "TRUE"
    serial-port    = "FALSE"
  }

  boot_disk {
    initialize_params {
      image = "debian-cloud/debian-12"
      size  = 20
    }
  }

  network_interface {
    subnetwork = google_compute_subnetwork.apps.id
  }

  scheduling {
    automatic_restart   = true
    on_host_maintenance = "MIGRATE"
  }
}

resource "google_compute_disk" "data" {
  name = "data"
  zone = "${var.region}-b"
  type = "pd-ssd"
  size = 50 # GB
}
