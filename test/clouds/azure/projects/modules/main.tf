provider "azurerm" {
  features {}
}

resource "azurerm_resource_group" "platform" {
  name     = "rg-platform"
  location = "northeurope"
}

module "network" {
  source   = "./modules/network"
  for_each = var.networks

  name           = each.key
  location       = azurerm_resource_group.platform.location
  resource_group = azurerm_resource_group.platform.name
  address_space  = each.value.address_space
  subnets        = each.value.subnets
  tags           = { stage = each.value.stage }
}

module "hub" {
  source = "./modules/network"

  name           = "hub"
  location       = azurerm_resource_group.platform.location
  resource_group = azurerm_resource_group.platform.name
  address_space  = ["10.0.0.0/16"]
  subnets        = { gateway = "10.0.0.0/24" }
  idle_timeout   = 10
}

resource "azurerm_virtual_network_peering" "hub_blue" {
  name                      = "hub-to-blue"
  resource_group_name       = azurerm_resource_group.platform.name
  virtual_network_name      = module.hub.name
  remote_virtual_network_id = module.network["blue"].id
  allow_forwarded_traffic   = false
}
