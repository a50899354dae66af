import type { JsonObject } from '../../../../model/json.ts';
import { jsonAt } from '../../../../model/json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { normalizeProtocol } from '../protocol.ts';
import {
  type Flow,
  lastPort,
  type NetworkPeer,
  type TrafficChange,
  type TrafficRule,
} from '../types.ts';
import {
  allOfIpv4,
  allowing,
  blocksAt,
  isTrueAt,
  peersFrom,
  portRun,
  ruleNumberAt,
  ruleTextAt,
  ruleTextsAt,
  trafficSides,
} from './values.ts';

const policyRule = /^google_compute_(?:(?:region_)?network_)?firewall_policy_rule$/;
const policyWithRules = /^google_compute_(?:(?:region_)?network_)?firewall_policy_with_rules$/;

/** Reads firewalls of VPC networks, and who can reach control planes and databases. */
export function readGoogle(change: ResourceChange): TrafficChange | undefined {
  const { type } = change;
  if (type === 'google_compute_firewall') {
    return {
      ...trafficSides(change, firewallRules),
      field: 'source_ranges',
      fields: firewallFields,
    };
  }
  if (policyRule.test(type)) {
    return {
      ...trafficSides(change, policyRules),
      field: 'match',
      fields: ['match', 'action', 'direction', 'disabled'],
    };
  }
  if (policyWithRules.test(type)) {
    const read = (policy: JsonObject) => blocksAt(policy, 'rule').flatMap(policyRules);
    return { ...trafficSides(change, read), field: 'rule', fields: ['rule'] };
  }
  if (type === 'google_container_cluster')
    return { ...trafficSides(change, clusterRules), ...cluster };
  if (type === 'google_sql_database_instance')
    return { ...trafficSides(change, databaseRules), ...database };
  return undefined;
}

const firewallFields = [
  'allow',
  'deny',
  'direction',
  'disabled',
  'source_ranges',
  'destination_ranges',
  'source_tags',
  'source_service_accounts',
  'target_tags',
  'target_service_accounts',
];

function firewallRules(firewall: JsonObject): readonly TrafficRule[] {
  if (isTrueAt(firewall, 'disabled')) return [];
  const flow = ruleTextAt(firewall, 'direction').toUpperCase() === 'EGRESS' ? 'out' : 'in';
  const targets = [
    ...ruleTextsAt(firewall, 'target_tags'),
    ...ruleTextsAt(firewall, 'target_service_accounts'),
  ];
  return (['allow', 'deny'] as const).flatMap((action) =>
    blocksAt(firewall, action).flatMap((block) =>
      portRules(
        flow,
        ruleTextAt(block, 'protocol'),
        ruleTextsAt(block, 'ports'),
        peersOfFirewall(firewall, flow),
      ).flatMap((rule) =>
        perTarget({ ...rule, action, order: ruleNumberAt(firewall, 'priority') ?? 1000 }, targets),
      ),
    ),
  );
}

/** A firewall without ranges and tags applies to everyone. */
function peersOfFirewall(firewall: JsonObject, flow: Flow): readonly NetworkPeer[] {
  const ranges = ruleTextsAt(firewall, flow === 'in' ? 'source_ranges' : 'destination_ranges');
  const groups = flow === 'in' ? ['source_tags', 'source_service_accounts'] : [];
  const names = groups.flatMap((name) => ruleTextsAt(firewall, name));
  const peers = peersFrom([...ranges, ...names]);
  return peers.length === 0 ? peersFrom(['0.0.0.0/0']) : peers;
}

function portRules(
  flow: Flow,
  protocol: string,
  ports: readonly string[],
  peers: readonly NetworkPeer[],
): readonly TrafficRule[] {
  const runs = (ports.length === 0 ? ['*'] : ports).flatMap((text) => portRun(text) ?? []);
  return runs.map((run) => ({
    ...allowing(flow, { peers }),
    protocol: normalizeProtocol(protocol || 'all'),
    ...run,
  }));
}

function perTarget(rule: TrafficRule, targets: readonly string[]): readonly TrafficRule[] {
  return (targets.length === 0 ? ['*'] : targets).map((target) => ({ ...rule, target }));
}

function policyRules(rule: JsonObject): readonly TrafficRule[] {
  const action = ruleTextAt(rule, 'action').toLowerCase();
  const [match] = blocksAt(rule, 'match');
  if (isTrueAt(rule, 'disabled') || (action !== 'allow' && action !== 'deny')) return [];
  const flow = ruleTextAt(rule, 'direction').toUpperCase() === 'EGRESS' ? 'out' : 'in';
  const side = flow === 'in' ? 'src' : 'dest';
  const named = ['address_groups', 'fqdns', 'region_codes', 'threat_intelligences'];
  const names = named.flatMap((name) => ruleTextsAt(match, `${side}_${name}`));
  const tags = blocksAt(match, 'src_secure_tags').flatMap((tag) => ruleTextsAt(tag, 'name'));
  const peers = peersFrom([...ruleTextsAt(match, `${side}_ip_ranges`), ...names, ...tags]);
  const targets = [
    ...ruleTextsAt(rule, 'target_service_accounts'),
    ...blocksAt(rule, 'target_secure_tags').flatMap((tag) => ruleTextsAt(tag, 'name')),
  ];
  return [...blocksAt(match, 'layer4_configs'), ...blocksAt(match, 'layer4_config')].flatMap(
    (one) =>
      portRules(flow, ruleTextAt(one, 'ip_protocol'), ruleTextsAt(one, 'ports'), peers).flatMap(
        (each) =>
          perTarget({ ...each, action, order: ruleNumberAt(rule, 'priority') ?? 0 }, targets),
      ),
  );
}

const cluster = {
  field: 'master_authorized_networks_config',
  fields: ['master_authorized_networks_config', 'private_cluster_config'],
  covered: ['master_authorized_networks_config', 'private_cluster_config.enable_private_endpoint'],
  service: { name: 'The Kubernetes API of this cluster', open: 4 },
} as const;

/** Without networks of its own, the control plane is open to everyone. */
function clusterRules(resource: JsonObject): readonly TrafficRule[] {
  const [own] = blocksAt(resource, 'private_cluster_config');
  if (isTrueAt(own, 'enable_private_endpoint')) return [];
  const [config] = blocksAt(resource, 'master_authorized_networks_config');
  const networks = blocksAt(config, 'cidr_blocks').flatMap((block) =>
    ruleTextsAt(block, 'cidr_block'),
  );
  const peers = config === undefined ? allOfIpv4 : peersFrom(networks);
  return peers.length === 0 ? [] : [allowing('in', { protocol: 'tcp', from: 443, to: 443, peers })];
}

const database = {
  field: 'settings.ip_configuration.authorized_networks',
  fields: ['settings'],
  covered: ['settings.ip_configuration.authorized_networks'],
} as const;

function databaseRules(resource: JsonObject): readonly TrafficRule[] {
  const [settings] = blocksAt(resource, 'settings');
  const [config] = blocksAt(settings, 'ip_configuration');
  if (jsonAt(config, 'ipv4_enabled') === false) return [];
  const networks = blocksAt(config, 'authorized_networks').flatMap((one) =>
    ruleTextsAt(one, 'value'),
  );
  const port = portOf(ruleTextAt(resource, 'database_version'));
  return networks.length === 0
    ? []
    : [allowing('in', { protocol: 'tcp', from: port, to: port, peers: peersFrom(networks) })];
}

function portOf(version: string): number {
  if (version.startsWith('POSTGRES')) return 5432;
  return Math.min(version.startsWith('SQLSERVER') ? 1433 : 3306, lastPort);
}
