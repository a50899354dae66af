import { ownFacts } from '../overlay.ts';

const databases = ['mssql', 'mysql_flexible_server', 'postgresql_flexible_server', 'synapse'];
const firstAddresses = '0.0.0.0, 0.0.0.1, 1.0.0.0, 1.0.0.1, 1.1.1.1';
const firewalls = databases.map(
  (name) =>
    [
      `azurerm_${name}_firewall_rule`,
      'end_ip_address',
      `= 255.255.255.255 when start_ip_address in (${firstAddresses})`,
      'security',
      5,
      'database open to internet',
    ] as const,
);

const sizes = [
  ['azurerm_linux_virtual_machine', 'size', 'machine has less power'],
  ['azurerm_windows_virtual_machine', 'size', 'machine has less power'],
  ['azurerm_linux_virtual_machine_scale_set', 'sku', 'machines have less power'],
  ['azurerm_windows_virtual_machine_scale_set', 'sku', 'machines have less power'],
  ['azurerm_kubernetes_cluster', 'default_node_pool.vm_size', 'nodes have less power'],
  ['azurerm_kubernetes_cluster_node_pool', 'vm_size', 'nodes have less power'],
  ['azurerm_mssql_database', 'sku_name', 'database has less power'],
  ['azurerm_mysql_flexible_server', 'sku_name', 'database has less power'],
  ['azurerm_postgresql_flexible_server', 'sku_name', 'database has less power'],
  ['azurerm_service_plan', 'sku_name', 'copies have less power'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'weaker-in numbered-size', 'availability', 3, meaning] as const,
);

const larger = [
  ['azurerm_linux_virtual_machine_scale_set', 'sku', 'machines cost more'],
  ['azurerm_windows_virtual_machine_scale_set', 'sku', 'machines cost more'],
  ['azurerm_kubernetes_cluster_node_pool', 'vm_size', 'nodes cost more'],
].map(
  ([type = '', path = '', meaning = '']) =>
    [type, path, 'stronger-in numbered-size', 'cost', 2, meaning] as const,
);

const sites = [
  'linux_web_app',
  'windows_web_app',
  'linux_function_app',
  'windows_function_app',
].map(
  (name) =>
    [
      `azurerm_${name}`,
      'site_config.scm_ip_restriction_default_action',
      '= Allow or removed',
      'security',
      3,
      'deployment door open to everyone',
    ] as const,
);

const allowsIn = 'when direction = Inbound and access = Allow';
const ownAllowsIn = 'when security_rule.direction = Inbound and security_rule.access = Allow';

export const azurerm = ownFacts('azurerm', [
  ...firewalls,
  ...sizes,
  ...larger,
  ...sites,
  [
    'azurerm_redis_firewall_rule',
    'end_ip',
    `= 255.255.255.255 when start_ip in (${firstAddresses})`,
    'security',
    5,
    'cache open to internet',
  ],
  ['azurerm_redis_firewall_rule', 'end_ip', 'higher', 'security', 4, 'more addresses may enter'],
  ['azurerm_redis_firewall_rule', 'start_ip', 'lower', 'security', 4, 'more addresses may enter'],
  ['azurerm_synapse_firewall_rule', '-', 'created', 'security', 3, 'another address may enter'],
  [
    'azurerm_synapse_firewall_rule',
    'end_ip_address',
    'higher',
    'security',
    4,
    'more addresses may enter',
  ],
  [
    'azurerm_synapse_firewall_rule',
    'start_ip_address',
    'lower',
    'security',
    4,
    'more addresses may enter',
  ],
  [
    'azurerm_role_assignment',
    'role_definition_id',
    'matches azure-admin-role-id',
    'security',
    5,
    'identity becomes administrator',
  ],
  [
    'azurerm_network_security_rule',
    'source_address_prefix',
    `changed ${allowsIn}`,
    'security',
    3,
    'another address range may enter',
  ],
  [
    'azurerm_network_security_rule',
    'destination_port_range',
    `changed ${allowsIn}`,
    'security',
    3,
    'another port opens',
  ],
  [
    'azurerm_network_security_rule',
    'direction',
    'changed',
    'security',
    3,
    'rule filters other traffic',
  ],
  [
    'azurerm_network_security_group',
    'security_rule',
    'element-added when security_rule.access = Allow',
    'security',
    3,
    'new path was opened',
  ],
  [
    'azurerm_network_security_group',
    'security_rule',
    'element-removed when security_rule.access = Allow',
    'availability',
    3,
    'traffic path cut off',
  ],
  [
    'azurerm_network_security_group',
    'security_rule.destination_port_range',
    `= * ${ownAllowsIn}`,
    'security',
    4,
    'every port opens',
  ],
  [
    'azurerm_network_security_group',
    'security_rule.destination_port_ranges[]',
    `element-added ${ownAllowsIn}`,
    'security',
    3,
    'another port opens',
  ],
  [
    'azurerm_network_security_group',
    'security_rule.source_address_prefixes[]',
    `element-added matches world ${ownAllowsIn}`,
    'security',
    4,
    'whole internet may enter',
  ],
  [
    'azurerm_network_security_group',
    'security_rule.source_address_prefixes[]',
    `element-added ${ownAllowsIn}`,
    'security',
    3,
    'another address range may enter',
  ],
  [
    'azurerm_network_security_group',
    'security_rule.priority',
    'changed',
    'security',
    3,
    'another rule wins',
  ],
  [
    'azurerm_firewall_network_rule_collection',
    '-',
    'deleted when action = Deny',
    'security',
    4,
    'blocked traffic flows again',
  ],
  [
    'azurerm_firewall_network_rule_collection',
    'action',
    'weaker-in deny-or-allow',
    'security',
    4,
    'blocked traffic now allowed',
  ],
  [
    'azurerm_firewall_network_rule_collection',
    'rule.source_addresses[]',
    'element-added matches world when action = Allow',
    'security',
    4,
    'firewall admits every source',
  ],
  [
    'azurerm_kubernetes_cluster_node_pool',
    'zones[]',
    'element-removed',
    'availability',
    3,
    'nodes lose a zone',
  ],
  [
    'azurerm_mssql_server_security_alert_policy',
    '-',
    'deleted',
    'security',
    3,
    'attacks go unnoticed',
  ],
  [
    'azurerm_postgresql_flexible_server_configuration',
    'value',
    'weaker-in azure-tls when name = ssl_min_protocol_version',
    'security',
    3,
    'older protocols accepted',
  ],
  [
    'azurerm_mssql_virtual_network_rule',
    '-',
    'created',
    'security',
    2,
    'another network may enter',
  ],
  [
    'azurerm_key_vault_access_policy',
    '-',
    'deleted',
    'availability',
    3,
    'application loses its secrets',
  ],
  ['azurerm_storage_encryption_scope', '-', 'deleted', 'durability', 4, 'data becomes unreadable'],
  [
    'azurerm_network_ddos_protection_plan',
    '-',
    'deleted',
    'availability',
    3,
    'flood protection is gone',
  ],
  ['azurerm_cognitive_account', '-', 'deleted', 'availability', 4, 'model no longer answers'],
  ['azurerm_mysql_flexible_database', '-', 'deleted', 'durability', 5, 'database and data gone'],
  [
    'azurerm_postgresql_flexible_server_database',
    '-',
    'deleted',
    'durability',
    5,
    'database and data gone',
  ],
]);
