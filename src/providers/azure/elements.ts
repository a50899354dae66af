/** The attributes that identify an element of a repeated block, by type and block. */
const named = { identity: ['name'] } as const;

export const azureElements = {
  azurerm_cosmosdb_account: {
    capabilities: named,
    geo_location: { identity: ['location'] },
    virtual_network_rule: { identity: ['id'] },
  },
  azurerm_container_app: { container: named },
  azurerm_key_vault: { access_policy: { identity: ['object_id', 'application_id'] } },
  azurerm_lb: { frontend_ip_configuration: named },
  azurerm_linux_function_app: { ip_restriction: named },
  azurerm_linux_web_app: { ip_restriction: named },
  azurerm_monitor_action_group: { email_receiver: named },
  azurerm_monitor_autoscale_setting: { profile: named },
  azurerm_network_interface: { ip_configuration: named },
  azurerm_network_security_group: { security_rule: named },
  azurerm_private_endpoint: { private_service_connection: named },
  azurerm_route_table: { route: named },
  azurerm_subnet: { delegation: named },
  azurerm_virtual_network: { delegation: named, subnet: named },
  azurerm_windows_function_app: { ip_restriction: named },
  azurerm_windows_web_app: { ip_restriction: named },
} as const;
