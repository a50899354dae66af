import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, refTo, setEffect } from '../catalog/effects.ts';
import { numberAt, textAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import type { SecurityGroupRule } from './ec2-rule.ts';
import { peerAttributes, ruleTags } from './ec2-rule.ts';
import type { GroupRule } from './ec2-security-group.ts';
import { groupId, singleRules, singleType } from './ec2-security-group.ts';

/** `aws_vpc_security_group_ingress_rule` and `_egress_rule`: one resource for each rule. */
export function createSingle(placed: GroupRule): DraftEffect {
  const { group, rule } = placed;
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
  const ref = singleRef(withManagedId(placed));
  return createEffect(ref, attributes, { importId: rule.id, parent: group.ref });
}

/** Deletes the managed rule that allows this traffic, or an unmanaged one with the same content. */
export function deleteSingle(placed: GroupRule): DraftEffect {
  return deleteEffect(singleRef(withManagedId(placed)));
}

export function describeSingle(placed: GroupRule): DraftEffect {
  const ref = singleRef(withManagedId(placed));
  return setEffect(ref, ['description'], placed.rule.description ?? null);
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
function singleRef({ group, direction, rule }: GroupRule): ResourceRef {
  const { ports, peer } = rule;
  const content = {
    security_group_id: groupId(group),
    ip_protocol: rule.protocol,
    ...(ports === undefined ? {} : { from_port: String(ports.from), to_port: String(ports.to) }),
    [peer.attribute]: peer.value,
  };
  return refTo(singleType(direction), { id: rule.id }, content);
}

function withManagedId(placed: GroupRule): GroupRule {
  const { rule } = placed;
  const managed = findSingle(placed);
  const id = textAt(managed?.attributes, 'id');
  return managed === undefined ? placed : { ...placed, rule: { ...rule, id } };
}

/** The managed rule with this traffic. */
export function findSingle({ group, direction, rule }: GroupRule): ManagedResource | undefined {
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
