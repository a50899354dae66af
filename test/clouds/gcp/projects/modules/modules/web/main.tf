variable "name" {
  type = string
}

variable "machine_type" {
  type = string
}

variable "canary_type" {
  type    = string
  default = "e2-small"
}

variable "size" {
  type = number
}

variable "max_replicas" {
  type = number
}

variable "zone" {
  type    = string
  default = "us-central1-a"
}

resource "google_compute_instance" "canary" {
  name         = "${var.name}-canary"
  machine_type = var.canary_type
  zone         = var.zone

  boot_disk {
    initialize_params {
      image = "debian-cloud/debian-12"
    }
  }

  network_interface {
    network = "default"
  }
}

resource "google_compute_instance_template" "this" {
  name         = "${var.name}-1"
  machine_type = var.machine_type

  disk {
    source_image = "debian-cloud/debian-12"
  }

  network_interface {
    network = "default"
  }
}

resource "google_compute_instance_group_manager" "this" {
  name               = var.name
  zone               = var.zone
  base_instance_name = var.name
  target_size        = var.size

  version {
    instance_template = google_compute_instance_template.this.id
  }
}

resource "google_compute_autoscaler" "this" {
  name   = var.name
  zone   = var.zone
  target = google_compute_instance_group_manager.this.id

  autoscaling_policy {
    min_replicas = var.size
    max_replicas = var.max_replicas
  }
}
