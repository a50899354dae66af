import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, refTo, setEffect } from '../catalog/effects.ts';
import { numberAt, textAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { Direction, SecurityGroupRule } from './ec2-rule.ts';
import { peerAttributes, ruleTags } from './ec2-rule.ts';
import type { SecurityGroup } from './ec2-security-group.ts';
import { groupId, singleRules, singleType } from './ec2-security-group.ts';

/** `aws_vpc_security_group_ingress_rule` and `_egress_rule`: one resource for each rule. */
export function createSingle(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): DraftEffect {
  const tags = ruleTags(rule);
  const attributes: JsonObject = {
    security_group_id: groupId(group),
    ip_protocol: rule.protocol,
    ...(rule.ports === undefined ? {} : { from_port: rule.ports.from, to_port: rule.ports.to }),
    [rule.peer.attribute]: rule.peer.value,
    ...(rule.description === undefined ? {} : { description: rule.description }),
    ...(tags === undefined ? {} : { tags }),
  };
  // EC2 rejects a rule that exists, so a managed rule with the same content was created again, with
  // a new id.
  const ref = singleRef(group, direction, withManagedId(group, direction, rule));
  return createEffect(ref, attributes, { importId: rule.id, parent: group.ref });
}

/** Deletes the managed rule that allows this traffic, or an unmanaged one with the same content. */
export function deleteSingle(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): DraftEffect {
  return deleteEffect(singleRef(group, direction, withManagedId(group, direction, rule)));
}

export function describeSingle(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): DraftEffect {
  const ref = singleRef(group, direction, withManagedId(group, direction, rule));
  return setEffect(ref, ['description'], rule.description ?? null);
}

/** Sets every attribute of the rule, since a modification replaces the entire rule. */
export function modifySingle(
  type: string,
  id: string,
  rule: SecurityGroupRule,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const ref = refTo(type, { id });
  const values: readonly (readonly [string, Json])[] = [
    ['ip_protocol', rule.protocol],
    ['from_port', rule.ports?.from ?? null],
    ['to_port', rule.ports?.to ?? null],
    ['description', rule.description ?? null],
    [rule.peer.attribute, rule.peer.value],
    ...peerAttributes
      .filter((name) => name !== rule.peer.attribute && textAt(managed?.attributes, name))
      .map((name) => [name, null] as const),
  ];
  return values.map(([name, value]) => setEffect(ref, [name], value));
}

/**
 * Named by id if known, and by content, since one event may have only the id and a later one only
 * the content.
 */
function singleRef(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): ResourceRef {
  const { ports, peer } = rule;
  const content = {
    security_group_id: groupId(group),
    ip_protocol: rule.protocol,
    ...(ports === undefined ? {} : { from_port: String(ports.from), to_port: String(ports.to) }),
    [peer.attribute]: peer.value,
  };
  return refTo(singleType(direction), { id: rule.id }, content);
}

function withManagedId(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): SecurityGroupRule {
  const managed = findSingle(group, direction, rule);
  return managed === undefined ? rule : { ...rule, id: textAt(managed.attributes, 'id') };
}

/** The managed rule with this traffic. */
export function findSingle(
  group: SecurityGroup,
  direction: Direction,
  rule: SecurityGroupRule,
): ManagedResource | undefined {
  return singleRules(group, direction).find(({ attributes }) => {
    if (textAt(attributes, 'ip_protocol') !== rule.protocol) return false;
    if (textAt(attributes, rule.peer.attribute) !== rule.peer.value) return false;
    return (
      rule.ports === undefined ||
      (numberAt(attributes, 'from_port') === rule.ports.from &&
        numberAt(attributes, 'to_port') === rule.ports.to)
    );
  });
}
