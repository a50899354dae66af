import { type Correction, ofTypes } from '../overlay.ts';

const onlyWhenChanged =
  'where it is new it takes nothing away: an order compares, and a bad value would count at creation';

/** Something that was unprotected from the start is not weakened, and sizes have an order. */
export const changes: readonly Correction[] = [
  ...ofTypes(
    ['aws_lb_listener', 'aws_alb_listener'],
    'protocol',
    'in (HTTP, TCP, UDP, TCP_UDP)',
    'weaker-in listener-protocol',
    `a listener that redirects has to be clear; ${onlyWhenChanged}`,
  ),
  ...ofTypes(
    ['aws_ssm_parameter'],
    'type',
    'in (String, StringList)',
    'weaker-in ssm-parameter-type',
    `most parameters are no secrets; ${onlyWhenChanged}`,
  ),
  ...ofTypes(
    ['aws_codebuild_project'],
    'environment.environment_variable.type',
    '= PLAINTEXT',
    'weaker-in codebuild-variable',
    `most variables are no secrets; ${onlyWhenChanged}`,
  ),
  ...ofTypes(
    ['aws_api_gateway_method'],
    'authorization',
    '= NONE',
    '= NONE when http_method != OPTIONS',
    'browsers ask OPTIONS without credentials',
  ),
  ...ofTypes(
    ['azurerm_network_security_rule'],
    'access',
    '= Allow',
    'weaker-in deny-or-allow',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['azurerm_network_security_group'],
    'security_rule.access',
    '= Allow',
    'weaker-in deny-or-allow',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['azurerm_firewall_policy_rule_collection_group'],
    'application_rule_collection.action',
    '= Allow',
    'weaker-in deny-or-allow',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['azurerm_firewall_policy_rule_collection_group'],
    'network_rule_collection.action',
    '= Allow',
    'weaker-in deny-or-allow',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['azurerm_application_gateway'],
    'http_listener.protocol',
    '= Http',
    'weaker-in web-protocol',
    `a listener that redirects has to be clear; ${onlyWhenChanged}`,
  ),
  ...ofTypes(
    ['google_compute_firewall_policy_rule', 'google_compute_network_firewall_policy_rule'],
    'action',
    '= allow',
    'weaker-in deny-or-allow',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['google_compute_security_policy'],
    'rule.action',
    '= allow',
    'weaker-in armor-action',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['google_compute_security_policy_rule'],
    'action',
    '= allow',
    'weaker-in armor-action',
    onlyWhenChanged,
  ),
  ...ofTypes(
    ['azurerm_linux_virtual_machine', 'azurerm_windows_virtual_machine'],
    'size',
    'changed',
    'stronger-in numbered-size',
    'sizes of one family differ in a number',
  ),
  ...ofTypes(
    ['azurerm_kubernetes_cluster'],
    'default_node_pool.vm_size',
    'changed',
    'stronger-in numbered-size',
    'sizes of one family differ in a number',
  ),
  ...ofTypes(
    [
      'azurerm_mssql_database',
      'azurerm_mysql_flexible_server',
      'azurerm_postgresql_flexible_server',
      'azurerm_service_plan',
    ],
    'sku_name',
    'changed',
    'stronger-in numbered-size',
    'sizes of one family differ in a number',
  ),
  ...ofTypes(
    ['google_compute_instance'],
    'machine_type',
    'changed',
    'stronger-in numbered-size',
    'sizes of one family differ in a number',
  ),
  ...ofTypes(
    ['google_sql_database_instance'],
    'settings.tier',
    'changed',
    'stronger-in numbered-size',
    'sizes of one family differ in a number',
  ),
];
