import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { actor, created, event, lookup, makeDrift, member } from './make.ts';

const nsg = 'azurerm_network_security_group.web';
const rule = 'azurerm_network_security_rule.ssh';

const ssh = {
  name: 'ssh',
  access: 'Allow',
  direction: 'Inbound',
  protocol: 'Tcp',
  destination_port_range: '22',
  source_address_prefix: '*',
  source_address_prefixes: [],
};

const named = (name: string): Drift['path'] => [
  'security_rule',
  { element: { name: 'ssh' } },
  name,
];

const rows: readonly (readonly [summary: string, purpose: string, drift: Drift])[] = [
  [
    'Opened port 22 (SSH) to everyone on network security group web',
    'weakening',
    member(nsg, 'security_rule', ssh, true),
  ],
  [
    'Opened port 22 (SSH) to 203.0.113.0/24 on network security group web',
    'access',
    member(nsg, 'security_rule', { ...ssh, source_address_prefix: '203.0.113.0/24' }, true),
  ],
  [
    'Closed port 22 (SSH) to everyone on network security group web',
    'hardening',
    member(nsg, 'security_rule', ssh, false),
  ],
  [
    'Dropped the denial of all traffic to everyone on network security group web',
    'weakening',
    member(
      nsg,
      'security_rule',
      { ...ssh, access: 'Deny', protocol: '*', destination_port_range: '*' },
      false,
    ),
  ],
  [
    'Opened rule ssh of network security group web to everyone',
    'weakening',
    makeDrift(nsg, named('source_address_prefix'), '203.0.113.0/24', 'Internet'),
  ],
  [
    'Opened network security rule ssh to everyone',
    'weakening',
    makeDrift(rule, ['source_address_prefix'], '203.0.113.0/24', '0.0.0.0/0'),
  ],
  [
    'Opened outgoing ports 80 and 443 to 10.0.0.0/16 on network security rule ssh',
    'access',
    created(rule, {
      ...ssh,
      direction: 'Outbound',
      destination_port_range: '',
      destination_port_ranges: ['80', '443'],
      source_address_prefix: '10.0.0.0/16',
    }),
  ],
  [
    'Let everyone through by firewall rule all',
    'weakening',
    created('azurerm_mssql_firewall_rule.all', {
      name: 'all',
      start_ip_address: '0.0.0.0',
      end_ip_address: '255.255.255.255',
    }),
  ],
  [
    'Let everyone through by firewall rule most',
    'weakening',
    created('azurerm_mssql_firewall_rule.most', {
      name: 'most',
      start_ip_address: '1.0.0.0',
      end_ip_address: '223.255.255.255',
    }),
  ],
  [
    'Granted Owner to p-1 on rg-shop',
    'weakening',
    created('azurerm_role_assignment.x', {
      role_definition_name: 'Owner',
      principal_id: 'p-1',
      scope: '/subscriptions/s/resourceGroups/rg-shop',
    }),
  ],
  [
    'Turned public blobs on for storage account assets',
    'weakening',
    makeDrift('azurerm_storage_account.assets', ['allow_nested_items_to_be_public'], false, true),
  ],
  [
    'Scaled workers from 3 to 5 instances',
    'scaling',
    makeDrift('azurerm_linux_virtual_machine_scale_set.workers', ['instances'], 3, 5),
  ],
];

describe('intents of Azure', () => {
  it.each(rows)('%s', (summary, purpose, drift) => {
    const events = lookup([event('e1', 1, actor('ann'))]);

    const [intent] = inferIntents({ drifts: [drift], event: events });

    expect(intent?.summary).toBe(summary);
    expect(intent?.purpose).toBe(purpose);
  });
});
