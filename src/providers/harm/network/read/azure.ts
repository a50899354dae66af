import { everyAddress, rangeBetween } from '../../../../model/address-range.ts';
import type { JsonObject } from '../../../../model/json.ts';
import { jsonAt, own } from '../../../../model/json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { normalizeProtocol } from '../protocol.ts';
import { anyAzure } from '../severity.ts';
import type { NetworkPeer, Traffic, TrafficChange, TrafficRule } from '../types.ts';
import {
  allOfIpv4,
  allowing,
  blocksAt,
  everybody,
  isTrueAt,
  peersFrom,
  portRun,
  ruleNumberAt,
  ruleTextAt,
  ruleTextsAt,
  trafficSides,
} from './values.ts';

const ruleFields = [
  'access',
  'direction',
  'priority',
  'protocol',
  'source_address_prefix',
  'source_address_prefixes',
  'source_application_security_group_ids',
  'destination_address_prefix',
  'destination_address_prefixes',
  'destination_application_security_group_ids',
  'destination_port_range',
  'destination_port_ranges',
];

/** The built-in rules of every group, which apply after the user's rules. */
const groupDefault: Traffic['otherwise'] = { in: 'deny', out: 'allow' };

/** Reads network security groups and their rules, and the firewalls of databases and clusters. */
export function readAzure(change: ResourceChange): TrafficChange | undefined {
  const { type, before, after } = change;
  if (type === 'azurerm_network_security_group') {
    const side = (resource: JsonObject | undefined): Traffic => ({
      rules: blocksAt(resource, 'security_rule').flatMap(securityRules),
      otherwise: groupDefault,
    });
    const [old, fresh] = [side(before), side(after)];
    return { before: old, after: fresh, field: 'security_rule', fields: ['security_rule'] };
  }
  if (type === 'azurerm_network_security_rule') {
    const sides = trafficSides(change, securityRules);
    return { ...sides, field: 'source_address_prefix', fields: ruleFields };
  }
  if (type === 'azurerm_firewall_network_rule_collection') {
    return { ...trafficSides(change, collectionRules), field: 'rule', fields: ['rule', 'action'] };
  }
  return type === 'azurerm_kubernetes_cluster' ? readCluster(change) : readFirewall(change);
}

/** One rule for each range of ports, from the single and list attributes of the schema. */
function securityRules(rule: JsonObject): readonly TrafficRule[] {
  const flow = ruleTextAt(rule, 'direction').toLowerCase() === 'outbound' ? 'out' : 'in';
  const near = flow === 'in' ? 'source' : 'destination';
  const far = flow === 'in' ? 'destination' : 'source';
  const places = (side: string) => [
    ...ruleTextsAt(rule, `${side}_address_prefix`),
    ...ruleTextsAt(rule, `${side}_address_prefixes`),
    ...ruleTextsAt(rule, `${side}_application_security_group_ids`),
  ];
  const runs = [
    ...ruleTextsAt(rule, 'destination_port_range'),
    ...ruleTextsAt(rule, 'destination_port_ranges'),
  ];
  const targets = places(far);
  return (targets.length === 0 ? ['*'] : targets).flatMap((target) =>
    (runs.length === 0 ? ['*'] : runs).map((run) => ({
      ...allowing(flow, { peers: places(near).flatMap(peersOfPrefix) }),
      action:
        ruleTextAt(rule, 'access').toLowerCase() === 'deny'
          ? ('deny' as const)
          : ('allow' as const),
      order: ruleNumberAt(rule, 'priority') ?? 0,
      protocol: normalizeProtocol(ruleTextAt(rule, 'protocol') || '*'),
      target: isAnywhere(target) ? '*' : target.toLowerCase(),
      ...(portRun(run) ?? portRun('*')),
    })),
  );
}

function isAnywhere(prefix: string): boolean {
  return /^(?:\*|any|0\.0\.0\.0\/0)$/i.test(prefix);
}

/** `Internet` means every address, but no network that has its own name. */
function peersOfPrefix(prefix: string): readonly NetworkPeer[] {
  if (/^(?:\*|any)$/i.test(prefix)) return everybody;
  if (/^internet$/i.test(prefix)) return everyAddress;
  return peersFrom([prefix]);
}

function collectionRules(collection: JsonObject): readonly TrafficRule[] {
  const denies = ruleTextAt(collection, 'action').toLowerCase() === 'deny';
  return blocksAt(collection, 'rule').flatMap((rule) => {
    const sources = [
      ...ruleTextsAt(rule, 'source_addresses'),
      ...ruleTextsAt(rule, 'source_ip_groups'),
    ];
    const targets = ['destination_addresses', 'destination_fqdns', 'destination_ip_groups'];
    return targets
      .flatMap((name) => ruleTextsAt(rule, name))
      .flatMap((target) =>
        ruleTextsAt(rule, 'protocols').flatMap((protocol) =>
          ruleTextsAt(rule, 'destination_ports').map((run) => ({
            ...allowing('in', { peers: sources.flatMap(peersOfPrefix) }),
            action: denies ? ('deny' as const) : ('allow' as const),
            protocol: normalizeProtocol(protocol),
            target: isAnywhere(target) ? '*' : target,
            ...(portRun(run) ?? portRun('*')),
          })),
        ),
      );
  });
}

const clusterFields = [
  'api_server_access_profile',
  'api_server_authorized_ip_ranges',
  'private_cluster_enabled',
];

/** Without address ranges of its own, the control plane is open to everyone. */
function readCluster(change: ResourceChange): TrafficChange {
  const rules = (cluster: JsonObject): readonly TrafficRule[] => {
    if (isTrueAt(cluster, 'private_cluster_enabled')) return [];
    const [profile] = blocksAt(cluster, 'api_server_access_profile');
    const ranges = [
      ...ruleTextsAt(profile, 'authorized_ip_ranges'),
      ...ruleTextsAt(cluster, 'api_server_authorized_ip_ranges'),
    ];
    const peers = ranges.length === 0 ? allOfIpv4 : peersFrom(ranges);
    return [allowing('in', { protocol: 'tcp', from: 443, to: 443, peers })];
  };
  return {
    ...trafficSides(change, rules),
    field: 'api_server_access_profile.authorized_ip_ranges',
    fields: clusterFields,
    service: { name: 'The Kubernetes API of this cluster', open: 4 },
  };
}

/** Type of a firewall rule -> the port that it opens. */
const firewalls: Readonly<Record<string, number>> = {
  azurerm_mssql_firewall_rule: 1433,
  azurerm_sql_firewall_rule: 1433,
  azurerm_synapse_firewall_rule: 1433,
  azurerm_postgresql_firewall_rule: 5432,
  azurerm_postgresql_flexible_server_firewall_rule: 5432,
  azurerm_cosmosdb_postgresql_firewall_rule: 5432,
  azurerm_mysql_firewall_rule: 3306,
  azurerm_mysql_flexible_server_firewall_rule: 3306,
  azurerm_mariadb_firewall_rule: 3306,
  azurerm_redis_firewall_rule: 6379,
  azurerm_mongo_cluster_firewall_rule: 27017,
};

function readFirewall(change: ResourceChange): TrafficChange | undefined {
  const { type, before, after } = change;
  const port = own(firewalls, type);
  if (port === undefined) return undefined;
  const rules = (resource: JsonObject): readonly TrafficRule[] => {
    const from = ruleTextAt(resource, 'start_ip_address') || ruleTextAt(resource, 'start_ip');
    const to = ruleTextAt(resource, 'end_ip_address') || ruleTextAt(resource, 'end_ip') || from;
    const peers = rangePeers(from, to);
    return peers.length === 0
      ? []
      : [allowing('in', { protocol: 'tcp', from: port, to: port, peers })];
  };
  const field = jsonAt(after ?? before, 'start_ip') === undefined ? 'start_ip_address' : 'start_ip';
  const fields = [field, field.replace('start', 'end')];
  return { ...trafficSides(change, rules), field, fields };
}

/**
 * The range from 0.0.0.0 to 0.0.0.0 in a rule means everything that runs in Azure, in any tenant.
 */
function rangePeers(from: string, to: string): readonly NetworkPeer[] {
  if (from === '0.0.0.0' && to === '0.0.0.0') return [{ name: anyAzure }];
  const range = rangeBetween(from, to);
  return range === undefined ? [] : [range];
}
