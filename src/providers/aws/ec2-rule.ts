import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalCidr } from '../catalog/cidr.ts';
import {
  boolAt,
  numberAt,
  objectsAt,
  RequestError,
  requestAt,
  textAt,
} from '../catalog/request.ts';
import { tagMap } from '../catalog/tags.ts';

export type Direction = 'ingress' | 'egress';

/** The other side of the traffic, by its attribute in a resource with one rule. */
export interface RulePeer {
  readonly attribute: 'cidr_ipv4' | 'cidr_ipv6' | 'prefix_list_id' | 'referenced_security_group_id';
  readonly value: string;
}

/** One security group rule: one protocol, one range of ports, one peer. */
export interface SecurityGroupRule {
  readonly protocol: string;
  /** The ICMP type and code for `icmp`; undefined for protocols without ports. */
  readonly ports: { readonly from: number; readonly to: number } | undefined;
  readonly peer: RulePeer;
  readonly description: string | undefined;
  /** `sgr-...`, if the log has it. */
  readonly id: string | undefined;
  readonly tags: Json | undefined;
}

/** The rules of a request, from `ipPermissions` or from the flat form of the oldest clients. */
export function requestedRules(event: AuditEvent): readonly SecurityGroupRule[] {
  const permissions = objectsAt(event.request, 'ipPermissions');
  if (permissions.length > 0) return permissions.flatMap((one) => rulesOf(one, event));
  const peer = flatPeer(event);
  return peer === undefined ? [] : [ruleOf(event.request, peer)];
}

function flatPeer({ request }: AuditEvent): RulePeer | undefined {
  const cidr = textAt(request, 'cidrIp');
  if (cidr !== undefined) return cidrPeer(cidr);
  const group =
    textAt(request, 'sourceSecurityGroupId') ?? textAt(request, 'sourceSecurityGroupName');
  return group === undefined
    ? undefined
    : { attribute: 'referenced_security_group_id', value: group };
}

function rulesOf(permission: JsonObject, event: AuditEvent): readonly SecurityGroupRule[] {
  const rules = (list: string, peerOf: (item: JsonObject) => RulePeer) =>
    objectsAt(permission, list).map((item) => ({
      ...ruleOf(permission, peerOf(item)),
      description: textAt(item, 'description'),
    }));
  return [
    ...rules('ipRanges', (item) => cidrPeer(needed(item, 'cidrIp'))),
    ...rules('ipv6Ranges', (item) => cidrPeer(needed(item, 'cidrIpv6'))),
    ...rules('prefixListIds', (item) => ({
      attribute: 'prefix_list_id',
      value: needed(item, 'prefixListId'),
    })),
    ...rules('groups', (item) => groupPeer(item, event)),
  ];
}

function ruleOf(source: JsonObject, peer: RulePeer): SecurityGroupRule {
  const protocol = protocolName(needed(source, 'ipProtocol'));
  const from = numberAt(source, 'fromPort');
  const to = numberAt(source, 'toPort') ?? from;
  const ported = portProtocols.has(protocol) && from !== undefined && to !== undefined;
  return {
    protocol,
    ports: ported ? { from, to } : undefined,
    peer,
    description: textAt(source, 'description'),
    id: textAt(source, 'securityGroupRuleId'),
    tags: requestAt(source, 'tagSet'),
  };
}

/** Reads a `SecurityGroupRule` of a response, or a rule of a request to modify one. */
export function readRule(source: JsonObject, event: AuditEvent): SecurityGroupRule {
  return ruleOf(source, rulePeer(source, event));
}

function rulePeer(source: JsonObject, event: AuditEvent): RulePeer {
  const cidr = textAt(source, 'cidrIpv4') ?? textAt(source, 'cidrIpv6');
  if (cidr !== undefined) return cidrPeer(cidr);
  const list = textAt(source, 'prefixListId');
  if (list !== undefined) return { attribute: 'prefix_list_id', value: list };
  const group = textAt(source, 'referencedGroupId');
  if (group !== undefined) return { attribute: 'referenced_security_group_id', value: group };
  return groupPeer(requestAt(source, 'referencedGroupInfo'), event);
}

/** The rules that a response lists, with their ids. */
export function respondedRules(event: AuditEvent, list: string): readonly RespondedRule[] {
  return objectsAt(event.response, list).map((item) => ({
    ...readRule(item, event),
    group: textAt(item, 'groupId'),
    egress: boolAt(item, 'isEgress'),
  }));
}

export interface RespondedRule extends SecurityGroupRule {
  readonly group: string | undefined;
  readonly egress: boolean | undefined;
}

function cidrPeer(text: string): RulePeer {
  return {
    attribute: text.includes(':') ? 'cidr_ipv6' : 'cidr_ipv4',
    value: canonicalCidr(text),
  };
}

/** A group of another account is prefixed with the account: `111122223333/sg-1`. */
function groupPeer(item: Json | undefined, event: AuditEvent): RulePeer {
  const group = textAt(item, 'groupId') ?? textAt(item, 'groupName');
  if (group === undefined) throw new RequestError('a rule has no source or destination.');
  const account = textAt(item, 'userId');
  const foreign = account !== undefined && account !== event.scope;
  return {
    attribute: 'referenced_security_group_id',
    value: foreign ? `${account}/${group}` : group,
  };
}

/** EC2 replaces the numbers of protocols that have ports with their names. */
function protocolName(text: string): string {
  const lower = text.toLowerCase();
  return protocolNames.get(lower) ?? lower;
}

const portProtocols: ReadonlySet<string> = new Set(['tcp', 'udp', 'icmp', 'icmpv6']);
const protocolNames: ReadonlyMap<string, string> = new Map([
  ['all', '-1'],
  ['1', 'icmp'],
  ['6', 'tcp'],
  ['17', 'udp'],
  ['58', 'icmpv6'],
]);

function needed(source: JsonObject, name: string): string {
  const found = textAt(source, name);
  if (found === undefined) throw new RequestError(`a rule has no ${name}.`);
  return found;
}

/** True if both rules allow the same traffic. */
export function sameTraffic(a: SecurityGroupRule, b: SecurityGroupRule): boolean {
  return samePorts(a, b) && samePeer(a, b);
}

function samePorts(a: SecurityGroupRule, b: SecurityGroupRule): boolean {
  return (
    a.protocol === b.protocol && a.ports?.from === b.ports?.from && a.ports?.to === b.ports?.to
  );
}

function samePeer(a: SecurityGroupRule, b: SecurityGroupRule): boolean {
  return a.peer.attribute === b.peer.attribute && a.peer.value === b.peer.value;
}

/** The tags of a rule as an attribute. */
export function ruleTags(rule: SecurityGroupRule): JsonObject | undefined {
  return tagMap(rule.tags) ?? undefined;
}
