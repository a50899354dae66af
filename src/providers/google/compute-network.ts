import type { LogValue } from '../../model/event.ts';
import { isJsonArray } from '../../model/json.ts';
import type { PathStep } from '../../model/path.ts';
import { setEffect } from '../catalog/effects.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { GoogleFields } from './fields.ts';
import { google } from './google.ts';

const network = { type: 'google_compute_network', link: 'network' } as const;

const rules: GoogleFields = { protocol: { as: 'lower', from: 'IPProtocol' }, ports: 'list' };

const firewall: GoogleFields = {
  description: 'text',
  direction: 'text',
  disabled: 'bool',
  priority: 'number',
  network: 'link',
  source_ranges: 'set',
  destination_ranges: 'set',
  source_tags: 'set',
  target_tags: 'set',
  source_service_accounts: 'set',
  target_service_accounts: 'set',
  allow: { members: rules, from: 'allowed' },
  deny: { members: rules, from: 'denied' },
  log_config: { one: { metadata: 'text' }, while: 'enable' },
};

/**
 * Flow logs are switched by two members of a body and by two arguments in the code. The code's
 * choice of argument determines which one is written; of the members, `logConfig`, the newer one,
 * decides.
 */
function flowLogs(
  sets: readonly DraftEffect[],
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const rest = sets.filter((one) => firstStep(one) !== 'enable_flow_logs');
  const flag = sets.find((one) => firstStep(one) === 'enable_flow_logs');
  const blocks = rest.filter((one) => firstStep(one) === 'log_config');
  const isOff = blocks.some(({ change }) => change.kind === 'set' && change.path.length === 1);
  if (flag === undefined) return sets;
  if (managed?.declares('enable_flow_logs') === true) {
    const { resource } = flag;
    return blocks.length === 0
      ? sets
      : [...rest, setEffect(resource, ['enable_flow_logs'], !isOff)];
  }
  if (blocks.length > 0) return rest;
  const current = managed?.attributes['log_config'];
  if (!isJsonArray(current) || current.length === 0) return sets;
  const isOn = flag.change.kind === 'set' && isKnown(flag.change.value, true);
  return isOn ? rest : [...rest, setEffect(flag.resource, ['log_config'], [])];
}

function isKnown(value: LogValue, wanted: boolean): boolean {
  return value.kind === 'known' && value.value === wanted;
}

function firstStep({ change }: DraftEffect): PathStep | undefined {
  return 'path' in change ? change.path[0] : undefined;
}

export const networkEntries = google('compute.googleapis.com', [
  {
    type: 'google_compute_firewall',
    identity: { path: 'projects/{project}/global/firewalls/{name}' },
    fields: firewall,
    replaces: ['description', 'disabled', 'source_tags', 'target_tags', 'allow', 'deny'],
    defaults: { priority: 1000, direction: 'INGRESS', disabled: false },
    parent: [network],
    calls: {
      'firewalls.insert': 'create',
      'firewalls.patch': 'patch',
      'firewalls.update': 'replace',
      'firewalls.delete': 'delete',
    },
  },
  {
    type: 'google_compute_network',
    identity: { path: 'projects/{project}/global/networks/{name}' },
    fields: {
      description: 'text',
      auto_create_subnetworks: 'bool',
      mtu: 'number',
      routing_mode: { as: 'text', from: 'routingConfig.routingMode' },
      enable_ula_internal_ipv6: 'bool',
    },
    defaults: { auto_create_subnetworks: true },
    calls: {
      'networks.insert': 'create',
      'networks.patch': 'patch',
      'networks.delete': 'delete',
    },
  },
  {
    type: 'google_compute_subnetwork',
    identity: { path: 'projects/{project}/regions/{region}/subnetworks/{name}' },
    fields: {
      description: 'text',
      ip_cidr_range: 'text',
      network: 'link',
      enable_flow_logs: 'bool',
      private_ip_google_access: 'bool',
      purpose: 'text',
      role: 'text',
      stack_type: 'text',
      secondary_ip_range: {
        many: { range_name: 'text', ip_cidr_range: 'text' },
        from: 'secondaryIpRanges',
      },
      log_config: {
        one: {
          aggregation_interval: 'text',
          flow_sampling: 'number',
          metadata: 'text',
          filter_expr: 'text',
        },
        while: 'enable',
      },
    },
    settled: flowLogs,
    defaults: {
      enable_flow_logs: false,
      private_ip_google_access: false,
      purpose: 'PRIVATE',
      stack_type: 'IPV4_ONLY',
    },
    parent: [network],
    calls: {
      'subnetworks.insert': 'create',
      'subnetworks.patch': 'patch',
      'subnetworks.delete': 'delete',
      'subnetworks.setPrivateIpGoogleAccess': { set: { private_ip_google_access: 'bool' } },
      'subnetworks.expandIpCidrRange': { set: { ip_cidr_range: 'text' } },
    },
  },
  {
    type: 'google_compute_route',
    identity: { path: 'projects/{project}/global/routes/{name}' },
    fields: {
      description: 'text',
      network: 'link',
      dest_range: 'text',
      priority: 'number',
      tags: 'set',
      next_hop_ip: 'text',
      next_hop_instance: 'link',
      next_hop_gateway: 'link',
      next_hop_ilb: 'link',
      next_hop_vpn_tunnel: 'link',
    },
    defaults: { priority: 1000 },
    parent: [network],
    calls: {
      'routes.insert': 'create',
      'routes.delete': 'delete',
    },
  },
]);
