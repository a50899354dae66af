provider "aws" {
  region = "eu-central-1"
}

provider "azurerm" {
  features {}
}

resource "aws_sqs_queue" "jobs" {
  name                       = "jobs"
  visibility_timeout_seconds = 30
}

resource "azurerm_resource_group" "edge" {
  name     = "rg-edge"
  location = "westeurope"
}

resource "azurerm_cdn_profile" "edge" {
  name                = "cdn-edge"
  location            = "global"
  resource_group_name = azurerm_resource_group.edge.name
  sku                 = "Standard_Microsoft"
}

resource "azurerm_container_registry" "images" {
  name                = "acredge"
  location            = azurerm_resource_group.edge.location
  resource_group_name = azurerm_resource_group.edge.name
  sku                 = "Basic"
  admin_enabled       = false
}
