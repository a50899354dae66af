import { exposing, neutral, protective, type Switch } from './switch.ts';

const sites = ['linux', 'windows'].flatMap((system) => [
  `azurerm_${system}_web_app`,
  `azurerm_${system}_function_app`,
]);
const reachable = [
  'azurerm_container_registry',
  'azurerm_cosmosdb_account',
  'azurerm_eventhub_namespace',
  'azurerm_key_vault',
  'azurerm_mssql_server',
  'azurerm_postgresql_flexible_server',
  'azurerm_redis_cache',
  'azurerm_servicebus_namespace',
  'azurerm_storage_account',
  ...sites,
];
const storage = ['azurerm_storage_account'];

/** Settings in Azure that are on or off. */
export const azureSwitches: readonly Switch[] = [
  exposing(reachable, 'public_network_access_enabled', 'public network access'),
  exposing(storage, 'allow_nested_items_to_be_public', 'public blobs'),
  exposing(storage, 'network_rules.default_action', 'access from all networks', ['Allow']),
  protective(storage, 'https_traffic_only_enabled', 'HTTPS only'),
  exposing(storage, 'shared_access_key_enabled', 'shared keys'),
  exposing('azurerm_key_vault', 'network_acls.default_action', 'access from all networks', [
    'Allow',
  ]),
  protective('azurerm_key_vault', 'purge_protection_enabled', 'purge protection'),
  protective(sites, 'https_only', 'HTTPS only'),
  neutral(sites, 'site_config.always_on', 'Always On'),
  exposing(sites, 'site_config.remote_debugging_enabled', 'remote debugging'),
  exposing('azurerm_container_registry', 'admin_enabled', 'the admin user'),
  exposing('azurerm_container_registry', 'anonymous_pull_enabled', 'anonymous pulls'),
  exposing('azurerm_redis_cache', 'non_ssl_port_enabled', 'the port without TLS'),
  protective('azurerm_kubernetes_cluster', 'local_account_disabled', 'the ban on local accounts'),
  neutral('azurerm_virtual_network_peering', 'allow_forwarded_traffic', 'forwarded traffic'),
];
