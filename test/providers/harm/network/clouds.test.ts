import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type Judge, testCase } from '../grants/make.ts';
import { judged, secures, world } from './make.ts';

const nsg = 'azurerm_network_security_group';
const rule = 'azurerm_network_security_rule';
const secured = (...security_rule: readonly JsonObject[]): JsonObject => ({ security_rule });
const firewall = (
  ports: readonly string[],
  ranges: readonly string[],
  more: JsonObject = {},
): JsonObject => ({
  allow: [{ protocol: 'tcp', ports }],
  source_ranges: ranges,
  ...more,
});
const sql = (start_ip_address: string, end_ip_address: string): JsonObject => ({
  start_ip_address,
  end_ip_address,
});
const policy = (ingress: readonly JsonObject[] | undefined, more: JsonObject = {}): JsonObject => ({
  spec: { podSelector: {}, policyTypes: ['Ingress'], ...(ingress && { ingress }), ...more },
});
const service = (type: string, port: number, more: JsonObject = {}): JsonObject => ({
  spec: { type, ports: [{ port }], ...more },
});
const pods = { podSelector: { matchLabels: { app: 'web' } } };

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const azure: readonly Row[] = [
  [
    'RDP for everybody',
    nsg,
    secured(),
    secured(secures(100, 'Allow', '3389', '*')),
    5,
    0,
    'RDP (3389) is now open to everyone',
  ],
  ['RDP for the internet', rule, undefined, secures(100, 'Allow', '3389', 'Internet'), 5, 0],
  ['HTTPS for the internet', rule, undefined, secures(100, 'Allow', '443', 'Internet'), 1, 0],
  ['all ports', rule, undefined, secures(100, 'Allow', '*', '*', { protocol: '*' }), 5, 0],
  [
    'RDP for the virtual network',
    rule,
    undefined,
    secures(100, 'Allow', '3389', 'VirtualNetwork'),
    2,
    0,
  ],
  [
    'RDP for whatever runs in Azure',
    rule,
    undefined,
    secures(100, 'Allow', '3389', 'AzureCloud'),
    4,
    0,
  ],
  ['RDP for one address', rule, undefined, secures(100, 'Allow', '3389', '203.0.113.9'), 3, 0],
  ['a private network', rule, undefined, secures(100, 'Allow', '3389', '10.0.0.0/8'), 2, 0],
  [
    'ports one by one and as a list',
    nsg,
    secured(secures(100, 'Allow', '22', '10.0.0.0/8'), secures(110, 'Allow', '80', '10.0.0.0/8')),
    secured(secures(100, 'Allow', ['22', '80'], '10.0.0.0/8')),
    0,
    0,
  ],
  [
    'prefix and prefixes',
    nsg,
    secured(secures(100, 'Allow', '22', '10.0.0.0/8')),
    secured(secures(100, 'Allow', '22', ['10.0.0.0/9', '10.128.0.0/9'])),
    0,
    0,
  ],
  [
    'a denial in front gone',
    nsg,
    secured(secures(90, 'Deny', '22', '*'), secures(100, 'Allow', '*', '*')),
    secured(secures(100, 'Allow', '*', '*')),
    5,
    0,
    'which a rule denied before',
  ],
  [
    'a denial of what nothing allows, gone',
    nsg,
    secured(secures(90, 'Deny', '22', '*')),
    secured(),
    0,
    0,
  ],
  [
    'a denial moved behind',
    nsg,
    secured(secures(90, 'Deny', '22', '*'), secures(100, 'Allow', '*', '*')),
    secured(secures(190, 'Deny', '22', '*'), secures(100, 'Allow', '*', '*')),
    5,
    0,
  ],
  [
    'a rule that denies instead',
    rule,
    secures(100, 'Allow', '22', '*'),
    secures(100, 'Deny', '22', '*'),
    0,
    5,
  ],
  [
    'a rule on the way out',
    nsg,
    secured(),
    secured(secures(100, 'Allow', '*', '*', { direction: 'Outbound' })),
    0,
    0,
  ],
  [
    'another destination',
    rule,
    secures(100, 'Allow', '22', '10.0.0.0/8', { destination_address_prefix: '10.1.0.0/24' }),
    secures(100, 'Allow', '22', '10.0.0.0/8', { destination_address_prefix: '*' }),
    2,
    0,
  ],
  [
    'a database for everybody',
    'azurerm_mssql_firewall_rule',
    undefined,
    sql('0.0.0.0', '255.255.255.255'),
    5,
    0,
    'SQL Server (1433) is now open to everyone',
  ],
  [
    'a database for all of Azure',
    'azurerm_mssql_firewall_rule',
    undefined,
    sql('0.0.0.0', '0.0.0.0'),
    4,
    0,
    'all of Azure',
  ],
  [
    'a database for one address',
    'azurerm_postgresql_flexible_server_firewall_rule',
    undefined,
    sql('203.0.113.9', '203.0.113.9'),
    3,
    0,
    'PostgreSQL (5432)',
  ],
  [
    'a range that grows',
    'azurerm_mysql_flexible_server_firewall_rule',
    sql('203.0.113.1', '203.0.113.9'),
    sql('203.0.113.1', '203.0.113.200'),
    3,
    0,
  ],
  [
    'a cache by its other words',
    'azurerm_redis_firewall_rule',
    undefined,
    { start_ip: '0.0.0.0', end_ip: '255.255.255.255' },
    5,
    0,
    'Redis',
  ],
  [
    'a cluster without its ranges',
    'azurerm_kubernetes_cluster',
    { api_server_access_profile: [{ authorized_ip_ranges: ['203.0.113.9/32'] }] },
    { api_server_access_profile: [] },
    4,
    0,
  ],
  [
    'a private cluster',
    'azurerm_kubernetes_cluster',
    { private_cluster_enabled: true },
    { private_cluster_enabled: true, tags: {} },
    0,
    0,
  ],
];

const google: readonly Row[] = [
  [
    'SSH for everybody',
    'google_compute_firewall',
    firewall(['22'], ['10.0.0.0/8']),
    firewall(['22'], [world]),
    5,
    0,
  ],
  [
    'ports as a range',
    'google_compute_firewall',
    firewall(['80', '81'], ['10.0.0.0/8']),
    firewall(['80-81'], ['10.0.0.0/8']),
    0,
    0,
  ],
  [
    'no ranges and no tags',
    'google_compute_firewall',
    undefined,
    { allow: [{ protocol: 'tcp', ports: ['22'] }] },
    5,
    0,
  ],
  [
    'a tag',
    'google_compute_firewall',
    undefined,
    { allow: [{ protocol: 'tcp', ports: ['22'] }], source_tags: ['bastion'] },
    2,
    0,
    'bastion',
  ],
  [
    'all protocols',
    'google_compute_firewall',
    undefined,
    { allow: [{ protocol: 'all' }], source_ranges: [world] },
    5,
    0,
  ],
  [
    'switched off',
    'google_compute_firewall',
    firewall(['22'], [world]),
    firewall(['22'], [world], { disabled: true }),
    0,
    5,
  ],
  [
    'a denial gone',
    'google_compute_firewall',
    { deny: [{ protocol: 'tcp', ports: ['22'] }], source_ranges: [world] },
    undefined,
    5,
    0,
    'which a rule denied before',
  ],
  [
    'a denial switched off',
    'google_compute_firewall',
    { deny: [{ protocol: 'all' }], source_ranges: [world] },
    { deny: [{ protocol: 'all' }], source_ranges: [world], disabled: true },
    5,
    0,
  ],
  [
    'fewer targets',
    'google_compute_firewall',
    firewall(['22'], [world], { target_tags: ['a', 'b'] }),
    firewall(['22'], [world], { target_tags: ['a'] }),
    0,
    5,
  ],
  [
    'all targets',
    'google_compute_firewall',
    firewall(['22'], [world], { target_tags: ['a'] }),
    firewall(['22'], [world]),
    5,
    0,
  ],
  [
    'on the way out',
    'google_compute_firewall',
    undefined,
    { direction: 'EGRESS', allow: [{ protocol: 'all' }], destination_ranges: [world] },
    2,
    0,
  ],
  [
    'a rule of a policy',
    'google_compute_firewall_policy_rule',
    undefined,
    {
      action: 'allow',
      direction: 'INGRESS',
      priority: 1,
      match: [
        { src_ip_ranges: [world], layer4_configs: [{ ip_protocol: 'tcp', ports: ['3389'] }] },
      ],
    },
    5,
    0,
  ],
  [
    'a rule of a policy that passes on',
    'google_compute_firewall_policy_rule',
    undefined,
    {
      action: 'goto_next',
      direction: 'INGRESS',
      priority: 1,
      match: [{ src_ip_ranges: [world], layer4_configs: [{ ip_protocol: 'all' }] }],
    },
    0,
    0,
  ],
  [
    'the control plane without its networks',
    'google_container_cluster',
    { master_authorized_networks_config: [{ cidr_blocks: [{ cidr_block: '203.0.113.0/24' }] }] },
    {},
    4,
    0,
  ],
  [
    'one more network of the control plane',
    'google_container_cluster',
    { master_authorized_networks_config: [{ cidr_blocks: [] }] },
    { master_authorized_networks_config: [{ cidr_blocks: [{ cidr_block: '203.0.113.0/24' }] }] },
    3,
    0,
  ],
  [
    'a database for everybody',
    'google_sql_database_instance',
    { database_version: 'POSTGRES_15', settings: [{ ip_configuration: [{}] }] },
    {
      database_version: 'POSTGRES_15',
      settings: [{ ip_configuration: [{ authorized_networks: [{ value: world }] }] }],
    },
    5,
    0,
    'PostgreSQL (5432)',
  ],
];

const kubernetes: readonly Row[] = [
  ['a policy gone', 'NetworkPolicy', policy([]), undefined, 4, 0],
  [
    'a policy with one more source',
    'NetworkPolicy',
    policy([{ from: [pods] }]),
    policy([{ from: [pods, { podSelector: {} }] }]),
    2,
    0,
    'pods {}',
  ],
  [
    'a policy for everybody',
    'NetworkPolicy',
    policy([{ from: [pods] }]),
    policy([{ from: [{ ipBlock: { cidr: world } }] }]),
    3,
    2,
  ],
  ['a policy without sources', 'NetworkPolicy', policy([{ from: [pods] }]), policy([{}]), 3, 0],
  [
    'a hole in a network closed',
    'NetworkPolicy',
    policy([{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] }]),
    policy([{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }]),
    2,
    0,
    '10.1.0.0/16',
  ],
  [
    'a default policy type, written out',
    'NetworkPolicy',
    { spec: { podSelector: {}, ingress: [] } },
    policy([]),
    0,
    0,
  ],
  [
    'one port more',
    'NetworkPolicy',
    policy([{ from: [pods], ports: [{ port: 80 }] }]),
    policy([{ from: [pods], ports: [{ port: 80 }, { port: 5432 }] }]),
    2,
    0,
    'PostgreSQL (5432)',
  ],
  [
    'a run of ports',
    'NetworkPolicy',
    policy([{ from: [pods], ports: [{ port: 80 }, { port: 81 }] }]),
    policy([{ from: [pods], ports: [{ port: 80, endPort: 81 }] }]),
    0,
    0,
  ],
  [
    'a balancer',
    'Service',
    service('ClusterIP', 6379),
    service('LoadBalancer', 6379),
    5,
    0,
    'Redis (6379) is now open to everyone',
  ],
  ['a balancer for HTTPS', 'Service', undefined, service('LoadBalancer', 443), 1, 0],
  [
    'a balancer without its ranges',
    'Service',
    service('LoadBalancer', 5432, { loadBalancerSourceRanges: ['10.0.0.0/8'] }),
    service('LoadBalancer', 5432),
    5,
    0,
  ],
  [
    'an internal balancer',
    'Service',
    undefined,
    {
      ...service('LoadBalancer', 5432),
      metadata: {
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-scheme': 'internal' },
      },
    },
    2,
    0,
  ],
  [
    'a port of the nodes',
    'Service',
    service('ClusterIP', 5432),
    { spec: { type: 'NodePort', ports: [{ port: 5432, nodePort: 30_000 }] } },
    1,
    0,
  ],
  [
    'Terraform’s spelling',
    'kubernetes_service_v1',
    { spec: [{ type: 'ClusterIP', port: [{ port: 6379 }] }] },
    { spec: [{ type: 'LoadBalancer', port: [{ port: 6379 }] }] },
    5,
    0,
  ],
  [
    'Terraform’s spelling of a policy',
    'kubernetes_network_policy_v1',
    { spec: [{ pod_selector: [{}], policy_types: ['Ingress'] }] },
    {
      spec: [
        {
          pod_selector: [{}],
          policy_types: ['Ingress'],
          ingress: [{ from: [{ ip_block: [{ cidr: world }] }] }],
        },
      ],
    },
    3,
    0,
  ],
];

describe.each([
  ['Azure', azure],
  ['Google Cloud', google],
  ['Kubernetes', kubernetes],
] as const)('traffic of %s', (_cloud, rows) => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }
});

it('escapes control characters in names of groups', () => {
  const { harms } = judged(rule, undefined, secures(100, 'Allow', '22', 'x\u001b[31m'));

  expect(harms[0]?.because).toContain('x\\u{1b}[31m');
});
