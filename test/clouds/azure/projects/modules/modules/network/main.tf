variable "name" { type = string }
variable "location" { type = string }
variable "resource_group" { type = string }
variable "address_space" { type = list(string) }
variable "subnets" { type = map(string) }

variable "tags" {
  type    = map(string)
  default = {}
}

variable "idle_timeout" {
  type    = number
  default = 4
}

resource "azurerm_virtual_network" "this" {
  name                = "vnet-${var.name}"
  location            = var.location
  resource_group_name = var.resource_group
  address_space       = var.address_space
  tags                = var.tags
}

resource "azurerm_subnet" "this" {
  for_each = var.subnets

  name                 = each.key
  resource_group_name  = var.resource_group
  virtual_network_name = azurerm_virtual_network.this.name
  address_prefixes     = [each.value]
}

resource "azurerm_nat_gateway" "this" {
  name                    = "nat-${var.name}"
  location                = var.location
  resource_group_name     = var.resource_group
  idle_timeout_in_minutes = var.idle_timeout
}

output "id" {
  value = azurerm_virtual_network.this.id
}

output "name" {
  value = azurerm_virtual_network.this.name
}
