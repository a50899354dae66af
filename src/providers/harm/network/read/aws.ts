import { type Json, type JsonObject, own } from '../../../../model/json.ts';
import type { ResourceChange } from '../../../../model/resource-change.ts';
import { peerFields } from '../../../traits/peers.ts';
import { hasPorts, normalizeProtocol } from '../protocol.ts';
import {
  type Flow,
  lastPort,
  type NetworkPeer,
  type TrafficChange,
  type TrafficRule,
} from '../types.ts';
import {
  allowing,
  blocksAt,
  isTrueAt,
  peersFrom,
  ruleNumberAt,
  ruleTextAt,
  ruleTextsAt,
  trafficSides,
} from './values.ts';

type Reader = (resource: JsonObject) => readonly TrafficRule[];

interface AwsType {
  readonly read: Reader;
  readonly field: string;
  readonly fields: readonly string[];
  readonly cap?: 3;
  /** True for a complete list of rules: what it does not allow does not pass. */
  readonly isWhole?: boolean;
}

const inline: AwsType = {
  read: (resource) =>
    flows.flatMap(([flow, name]) =>
      blocksAt(resource, name).map((block) => groupRule(flow, block)),
    ),
  field: 'ingress',
  fields: ['ingress', 'egress'],
};
const flows = [
  ['in', 'ingress'],
  ['out', 'egress'],
] as const;
const standalone = (flow: Flow): AwsType => ({
  read: (resource) => [groupRule(flow, resource)],
  field: 'cidr_ipv4',
  fields: [...peerFields, 'ip_protocol', 'from_port', 'to_port'],
});
const acl: AwsType = {
  read: (resource) =>
    flows.flatMap(([flow, name]) => blocksAt(resource, name).map((block) => aclRule(flow, block))),
  field: 'ingress',
  fields: ['ingress', 'egress'],
  cap: 3,
  isWhole: true,
};

const types: Readonly<Record<string, AwsType>> = {
  aws_security_group: inline,
  aws_default_security_group: inline,
  aws_security_group_rule: {
    read: (resource) => [
      groupRule(ruleTextAt(resource, 'type') === 'egress' ? 'out' : 'in', resource),
    ],
    field: 'cidr_blocks',
    fields: [...peerFields, 'protocol', 'from_port', 'to_port', 'type', 'self'],
  },
  aws_vpc_security_group_ingress_rule: standalone('in'),
  aws_vpc_security_group_egress_rule: standalone('out'),
  aws_network_acl: acl,
  aws_default_network_acl: acl,
  aws_network_acl_rule: {
    read: (resource) => [aclRule(isTrueAt(resource, 'egress') ? 'out' : 'in', resource)],
    field: 'cidr_block',
    fields: [
      'cidr_block',
      'ipv6_cidr_block',
      'protocol',
      'from_port',
      'to_port',
      'rule_action',
      'egress',
    ],
    cap: 3,
  },
  aws_lightsail_instance_public_ports: {
    read: (resource) => blocksAt(resource, 'port_info').map(lightsailRule),
    field: 'port_info',
    fields: ['port_info'],
  },
};

/** Reads security groups, network ACLs, and their rules. */
export function readAws(change: ResourceChange): TrafficChange | undefined {
  const found = own(types, change.type);
  if (found === undefined) return undefined;
  const { read, field, fields, cap, isWhole = false } = found;
  const sides = trafficSides(change, read, isWhole);
  return { ...sides, field, fields, ...(cap === undefined ? {} : { cap }) };
}

function groupRule(flow: Flow, rule: JsonObject): TrafficRule {
  const protocol = normalizeProtocol(
    ruleTextAt(rule, 'protocol') || ruleTextAt(rule, 'ip_protocol') || '-1',
  );
  const networks = peerFields.flatMap((name) => ruleTextsAt(rule, name));
  // The group itself; its id in another rule counts as a different name.
  const own: readonly NetworkPeer[] = isTrueAt(rule, 'self') ? [{ name: 'itself' }] : [];
  return allowing(flow, {
    protocol,
    ...portsOf(rule, protocol),
    peers: [...peersFrom(networks), ...own],
  });
}

/** For protocols without ports, the fields hold types or nothing. */
function portsOf(rule: Json, protocol: string): { from: number; to: number } {
  const from = ruleNumberAt(rule, 'from_port');
  const to = ruleNumberAt(rule, 'to_port');
  if (!hasPorts(protocol) || from === undefined || from < 0) return { from: 0, to: lastPort };
  return { from, to: to ?? from };
}

function aclRule(flow: Flow, rule: JsonObject): TrafficRule {
  const protocol = normalizeProtocol(ruleTextAt(rule, 'protocol') || '-1');
  const denies =
    (ruleTextAt(rule, 'action') || ruleTextAt(rule, 'rule_action')).toLowerCase() === 'deny';
  const networks = ['cidr_block', 'ipv6_cidr_block'].flatMap((name) => ruleTextsAt(rule, name));
  return allowing(flow, {
    action: denies ? 'deny' : 'allow',
    order: ruleNumberAt(rule, 'rule_no') ?? ruleNumberAt(rule, 'rule_number') ?? 0,
    protocol,
    ...portsOf(rule, protocol),
    peers: peersFrom(networks),
  });
}

function lightsailRule(block: JsonObject): TrafficRule {
  const protocol = normalizeProtocol(ruleTextAt(block, 'protocol') || 'all');
  const networks = [
    ...ruleTextsAt(block, 'cidrs'),
    ...ruleTextsAt(block, 'ipv6_cidrs'),
    ...ruleTextsAt(block, 'cidr_list_aliases'),
  ];
  // Without networks of its own, a port is open to everyone.
  const peers = peersFrom(networks.length === 0 ? ['0.0.0.0/0'] : networks);
  return allowing('in', { protocol, ...portsOf(block, protocol), peers });
}
