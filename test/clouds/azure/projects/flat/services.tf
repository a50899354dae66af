resource "azurerm_storage_account" "assets" {
  name                            = "stshopassets"
  resource_group_name             = azurerm_resource_group.main.name
  location                        = azurerm_resource_group.main.location
  account_tier                    = "Standard"
  account_replication_type        = "LRS"
  min_tls_version                 = "TLS1_2"
  allow_nested_items_to_be_public = false

  network_rules {
    default_action = "Deny"
    bypass         = ["AzureServices"]
    ip_rules       = ["198.51.100.7"]
  }
}

resource "azurerm_key_vault" "main" {
  name                = "kv-shop"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name
  tenant_id           = var.tenant_id
  sku_name            = "standard"

  access_policy {
    tenant_id          = var.tenant_id
    object_id          = "00000000-0000-4000-8000-0000000000a1"
    secret_permissions = ["Get", "List"]
  }
}

resource "azurerm_linux_virtual_machine" "jump" {
  name                  = "vm-jump"
  location              = azurerm_resource_group.main.location
  resource_group_name   = azurerm_resource_group.main.name
  size                  = "Standard_B2s"
  admin_username        = "ops"
  network_interface_ids = [azurerm_network_interface.jump.id]

  admin_ssh_key {
    username   = "ops"
    public_key = "ssh-rsa AAAAB3Nza ops"
  }

  os_disk {
    caching              = "ReadWrite"
    storage_account_type = "Standard_LRS"
    disk_size_gb         = 30
  }

  source_image_reference {
    publisher = "Canonical"
    offer     = "ubuntu-24_04-lts"
    sku       = "server"
    version   = "latest"
  }
}

resource "azurerm_network_interface" "jump" {
  name                = "nic-jump"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name

  ip_configuration {
    name                          = "primary"
    subnet_id                     = azurerm_subnet.app.id
    private_ip_address_allocation = "Dynamic"
  }
}

resource "azurerm_linux_virtual_machine_scale_set" "workers" {
  name                = "vmss-workers"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name
  sku                 = var.worker_size
  instances           = 3
  admin_username      = "ops"

  admin_ssh_key {
    username   = "ops"
    public_key = "ssh-rsa AAAAB3Nza ops"
  }

  os_disk {
    caching              = "ReadOnly"
    storage_account_type = "Standard_LRS"
  }

  source_image_reference {
    publisher = "Canonical"
    offer     = "ubuntu-24_04-lts"
    sku       = "server"
    version   = "latest"
  }

  network_interface {
    name    = "primary"
    primary = true

    ip_configuration {
      name      = "primary"
      primary   = true
      subnet_id = azurerm_subnet.app.id
    }
  }
}

resource "azurerm_monitor_autoscale_setting" "workers" {
  name                = "as-workers"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name
  target_resource_id  = azurerm_linux_virtual_machine_scale_set.workers.id

  profile {
    name = "default"

    capacity {
      default = 3
      minimum = 2
      maximum = 8
    }
  }
}

resource "azurerm_service_plan" "web" {
  name                = "plan-web"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name
  os_type             = "Linux"
  sku_name            = "P1v3"
  worker_count        = 2
}

resource "azurerm_linux_web_app" "shop" {
  name                = "app-shop"
  location            = azurerm_service_plan.web.location
  resource_group_name = azurerm_resource_group.main.name
  service_plan_id     = azurerm_service_plan.web.id
  https_only          = true

  site_config {
    always_on = true

    application_stack {
      node_version = "20-lts"
    }
  }

  app_settings = {
    LOG_LEVEL = "info"
    DB_SECRET = var.db_secret
  }
}

resource "azurerm_mssql_server" "main" {
  name                         = "sql-shop"
  location                     = azurerm_resource_group.main.location
  resource_group_name          = azurerm_resource_group.main.name
  version                      = "12.0"
  administrator_login          = "sqladmin"
  administrator_login_password = var.sql_password
  minimum_tls_version          = "1.2"
}

resource "azurerm_mssql_database" "orders" {
  name        = "orders"
  server_id   = azurerm_mssql_server.main.id
  sku_name    = "S0"
  max_size_gb = 10
}

resource "azurerm_dns_zone" "main" {
  name                = "shop.example.com"
  resource_group_name = azurerm_resource_group.main.name
}

resource "azurerm_dns_a_record" "www" {
  name                = "www"
  zone_name           = azurerm_dns_zone.main.name
  resource_group_name = azurerm_resource_group.main.name
  ttl                 = 300
  records             = ["192.0.2.10"]
}

resource "azurerm_servicebus_namespace" "main" {
  name                = "sb-shop"
  location            = azurerm_resource_group.main.location
  resource_group_name = azurerm_resource_group.main.name
  sku                 = "Standard"
}

resource "azurerm_servicebus_queue" "orders" {
  name               = "orders"
  namespace_id       = azurerm_servicebus_namespace.main.id
  lock_duration      = "PT1M"
  max_delivery_count = 10
}
