import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { boolAt, numberAt, textAt, textsAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { RulePeer, SecurityGroupRule } from './ec2-rule.ts';
import type { GroupRule, SecurityGroup } from './ec2-security-group.ts';
import { groupId, legacyRules } from './ec2-security-group.ts';

const type = 'aws_security_group_rule';

const listAttributes = {
  cidr_ipv4: 'cidr_blocks',
  cidr_ipv6: 'ipv6_cidr_blocks',
  prefix_list_id: 'prefix_list_ids',
} as const;

/** The peer in the attributes of `aws_security_group_rule`. */
function peerAttributes(group: SecurityGroup, { attribute, value }: RulePeer): JsonObject {
  if (attribute !== 'referenced_security_group_id') return { [listAttributes[attribute]]: [value] };
  return value === group.id ? { self: true } : { source_security_group_id: value };
}

export function createLegacy(placed: GroupRule): readonly DraftEffect[] {
  const { group, direction, rule } = placed;
  const managed = findLegacy(placed);
  if (managed !== undefined) return regainLegacy(group, managedRef(managed), rule);
  const { from, to } = rule.ports ?? { from: 0, to: 0 };
  const attributes: JsonObject = {
    type: direction,
    security_group_id: groupId(group),
    protocol: rule.protocol,
    from_port: from,
    to_port: to,
    ...peerAttributes(group, rule.peer),
    ...(rule.description === undefined ? {} : { description: rule.description }),
  };
  const ref = legacyRef(placed);
  const details = { importId: importId(placed), parent: group.ref };
  return [createEffect(ref, attributes, details)];
}

/**
 * EC2 rejects a rule that exists, so if the managed resource has this peer, it was removed before.
 */
function regainLegacy(
  group: SecurityGroup,
  ref: ResourceRef,
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  const peers = Object.entries(peerAttributes(group, rule.peer)).map(([name, value]) =>
    Array.isArray(value) ? addEffect(ref, [name], rule.peer.value) : setEffect(ref, [name], value),
  );
  return [...peers, setEffect(ref, ['description'], rule.description ?? null)];
}

/** The import id `sg-1_ingress_tcp_22_22_192.0.2.0/24`, with `self` for the group's own members. */
function importId({ group, direction, rule }: GroupRule): string {
  const { from, to } = rule.ports ?? { from: 0, to: 0 };
  const protocol = rule.protocol === '-1' ? 'all' : rule.protocol;
  const peer = rule.peer.value === group.id ? 'self' : rule.peer.value;
  return [groupId(group), direction, protocol, from, to, peer].join('_');
}

/** A resource may hold several peers. It is deleted with its last one. */
export function revokeLegacy(placed: GroupRule): readonly DraftEffect[] {
  const { group, rule } = placed;
  const managed = findLegacy(placed);
  if (managed === undefined) return [deleteEffect(legacyRef(placed))];
  const ref = managedRef(managed);
  if (peerCount(managed) === 1) return [deleteEffect(ref)];
  const { attribute, value } = rule.peer;
  if (attribute !== 'referenced_security_group_id') {
    return [removeEffect(ref, [listAttributes[attribute]], value)];
  }
  return value === group.id
    ? [setEffect(ref, ['self'], false)]
    : [setEffect(ref, ['source_security_group_id'], null)];
}

export function describeLegacy(placed: GroupRule): readonly DraftEffect[] {
  const managed = findLegacy(placed);
  const ref = managed === undefined ? legacyRef(placed) : managedRef(managed);
  return [setEffect(ref, ['description'], placed.rule.description ?? null)];
}

/**
 * Sets all attributes of a resource with one peer, since a modification replaces the entire rule.
 */
export function modifyLegacy(
  group: SecurityGroup,
  managed: ManagedResource,
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  const ref = managedRef(managed);
  const peer = peerAttributes(group, rule.peer);
  const gone = [...Object.values(listAttributes), 'source_security_group_id', 'self'].filter(
    (name) => !Object.hasOwn(peer, name) && hasPeerIn(managed, name),
  );
  const values: readonly (readonly [string, Json])[] = [
    ['protocol', rule.protocol],
    ['from_port', rule.ports?.from ?? 0],
    ['to_port', rule.ports?.to ?? 0],
    ['description', rule.description ?? null],
    ...Object.entries(peer),
    ...gone.map((name) => [name, null] as const),
  ];
  return values.map(([name, value]) => setEffect(ref, [name], value));
}

/** The managed resource that allows this traffic, for this peer alone or for others as well. */
export function findLegacy({ group, direction, rule }: GroupRule): ManagedResource | undefined {
  return legacyRules(group, direction).find((resource) => {
    const { attributes } = resource;
    const protocol = textAt(attributes, 'protocol');
    const all = rule.protocol === '-1' && protocol === 'all';
    if (protocol !== rule.protocol && !all) return false;
    if (rule.ports !== undefined && numberAt(attributes, 'from_port') !== rule.ports.from) {
      return false;
    }
    if (rule.ports !== undefined && numberAt(attributes, 'to_port') !== rule.ports.to) return false;
    return holdsPeer(group, resource, rule.peer);
  });
}

function holdsPeer(group: SecurityGroup, { attributes }: ManagedResource, peer: RulePeer): boolean {
  if (peer.attribute !== 'referenced_security_group_id') {
    return textsAt(attributes, listAttributes[peer.attribute]).includes(peer.value);
  }
  if (peer.value === group.id && boolAt(attributes, 'self') === true) return true;
  return textAt(attributes, 'source_security_group_id') === peer.value;
}

function hasPeerIn({ attributes }: ManagedResource, name: string): boolean {
  if (name === 'self') return boolAt(attributes, name) === true;
  return textsAt(attributes, name).some((value) => value !== '');
}

function peerCount(managed: ManagedResource): number {
  const lists = Object.values(listAttributes).flatMap((name) => textsAt(managed.attributes, name));
  const others = ['self', 'source_security_group_id'].filter((name) => hasPeerIn(managed, name));
  return lists.length + others.length;
}

function managedRef({ attributes }: ManagedResource): ResourceRef {
  return refTo(type, { id: textAt(attributes, 'id') });
}

/** Names the resource by the rule's id or content, since its own id is a hash. */
function legacyRef({ group, direction, rule }: GroupRule): ResourceRef {
  const { from, to } = rule.ports ?? { from: 0, to: 0 };
  return refTo(
    type,
    { security_group_rule_id: rule.id },
    {
      security_group_id: groupId(group),
      type: direction,
      protocol: rule.protocol,
      from_port: String(from),
      to_port: String(to),
      [rule.peer.attribute === 'referenced_security_group_id'
        ? 'source_security_group_id'
        : listAttributes[rule.peer.attribute]]: rule.peer.value,
    },
  );
}
