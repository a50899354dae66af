import type { Switch } from './switches.ts';

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
  {
    types: reachable,
    field: 'public_network_access_enabled',
    label: 'public network access',
    safe: 'off',
  },
  {
    types: storage,
    field: 'allow_nested_items_to_be_public',
    label: 'public blobs',
    safe: 'off',
  },
  {
    types: storage,
    field: 'network_rules.default_action',
    label: 'access from all networks',
    on: ['Allow'],
    safe: 'off',
  },
  { types: storage, field: 'https_traffic_only_enabled', label: 'HTTPS only', safe: 'on' },
  { types: storage, field: 'shared_access_key_enabled', label: 'shared keys', safe: 'off' },
  {
    types: ['azurerm_key_vault'],
    field: 'network_acls.default_action',
    label: 'access from all networks',
    on: ['Allow'],
    safe: 'off',
  },
  {
    types: ['azurerm_key_vault'],
    field: 'purge_protection_enabled',
    label: 'purge protection',
    safe: 'on',
  },
  { types: sites, field: 'https_only', label: 'HTTPS only', safe: 'on' },
  { types: sites, field: 'site_config.always_on', label: 'Always On' },
  {
    types: sites,
    field: 'site_config.remote_debugging_enabled',
    label: 'remote debugging',
    safe: 'off',
  },
  {
    types: ['azurerm_container_registry'],
    field: 'admin_enabled',
    label: 'the admin user',
    safe: 'off',
  },
  {
    types: ['azurerm_container_registry'],
    field: 'anonymous_pull_enabled',
    label: 'anonymous pulls',
    safe: 'off',
  },
  {
    types: ['azurerm_redis_cache'],
    field: 'non_ssl_port_enabled',
    label: 'the port without TLS',
    safe: 'off',
  },
  {
    types: ['azurerm_kubernetes_cluster'],
    field: 'local_account_disabled',
    label: 'the ban on local accounts',
    safe: 'on',
  },
  {
    types: ['azurerm_virtual_network_peering'],
    field: 'allow_forwarded_traffic',
    label: 'forwarded traffic',
  },
];
