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
import { textAt } from '../catalog/request.ts';
import type { DraftEffect, ManagedResource } from '../catalog/types.ts';
import { ruleTags, type SecurityGroupRule } from './ec2-rule.ts';
import {
  allowsTraffic,
  peerAttributes,
  peersIn,
  type RuleForm,
  trafficAttributes,
} from './ec2-rule-form.ts';
import type { RuleResource } from './ec2-rule-kinds.ts';
import type { GroupRule, SecurityGroup } from './ec2-security-group.ts';
import { groupId, managedRules } from './ec2-security-group.ts';

/**
 * The rule as a resource of its own. EC2 rejects a rule that exists, so a managed one was removed
 * before: it is created again with a new id, or gets the peer back if it may have several.
 */
export function createRule(kind: RuleResource, placed: GroupRule): readonly DraftEffect[] {
  const { group, direction, rule } = placed;
  const managed = findRule(kind, placed);
  const { form } = kind;
  if (managed !== undefined && form.lists.length > 0) {
    return regain(form, group, managedRef(managed), rule);
  }
  const tags = kind.hasTags ? ruleTags(rule) : undefined;
  const attributes: JsonObject = {
    ...kind.fixed(direction),
    security_group_id: groupId(group),
    ...trafficAttributes(form, group.id, rule),
    ...(rule.description === undefined ? {} : { description: rule.description }),
    ...(tags === undefined ? {} : { tags }),
  };
  const id = textAt(managed?.attributes, 'id') ?? rule.id;
  const ref = contentRef(kind, { ...placed, rule: { ...rule, id } });
  const importId = kind.importId(groupId(group), direction, rule);
  return [createEffect(ref, attributes, { importId, parent: group.ref })];
}

function regain(
  form: RuleForm,
  group: SecurityGroup,
  ref: ResourceRef,
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  const peers = Object.entries(peerAttributes(form, group.id, rule.peer)).map(([name, value]) =>
    form.lists.includes(name)
      ? addEffect(ref, [name], rule.peer.value)
      : setEffect(ref, [name], value),
  );
  return [...peers, setEffect(ref, ['description'], rule.description ?? null)];
}

/** Deletes the rule; from one with several peers, only its own is removed. */
export function revokeRule(kind: RuleResource, placed: GroupRule): readonly DraftEffect[] {
  const { form } = kind;
  const managed = findRule(kind, placed);
  if (managed === undefined) return [deleteEffect(contentRef(kind, placed))];
  const ref = managedRef(managed);
  const peers = [...peersIn(form, managed.attributes).values()];
  if (peers.reduce((sum, count) => sum + count, 0) === 1) return [deleteEffect(ref)];
  const own = Object.entries(peerAttributes(form, placed.group.id, placed.rule.peer));
  return own.map(([name, value]) => {
    if (form.lists.includes(name)) return removeEffect(ref, [name], placed.rule.peer.value);
    return setEffect(ref, [name], value === true ? false : null);
  });
}

export function describeRule(kind: RuleResource, placed: GroupRule): readonly DraftEffect[] {
  const managed = findRule(kind, placed);
  const ref = managed === undefined ? contentRef(kind, placed) : managedRef(managed);
  return [setEffect(ref, ['description'], placed.rule.description ?? null)];
}

/** Sets every attribute of the rule, since a modification replaces the entire rule. */
export function modifyRule(
  { form }: RuleResource,
  group: SecurityGroup,
  ref: ResourceRef,
  rule: SecurityGroupRule,
  managed: ManagedResource | undefined,
): readonly DraftEffect[] {
  const peer = peerAttributes(form, group.id, rule.peer);
  const before = managed === undefined ? [] : [...peersIn(form, managed.attributes).keys()];
  const gone = before.filter((name) => !Object.hasOwn(peer, name));
  const values: readonly (readonly [string, Json])[] = [
    [form.protocol, rule.protocol],
    ['from_port', rule.ports?.from ?? form.noPort ?? null],
    ['to_port', rule.ports?.to ?? form.noPort ?? null],
    ['description', rule.description ?? null],
    ...Object.entries(peer),
    ...gone.map((name) => [name, null] as const),
  ];
  return values.map(([name, value]) => setEffect(ref, [name], value));
}

/** The managed resource that allows this traffic, for this peer alone or for others as well. */
export function findRule(
  kind: RuleResource,
  { group, direction, rule }: GroupRule,
): ManagedResource | undefined {
  return managedRules(kind, group, direction).find(({ attributes }) =>
    allowsTraffic(kind.form, group.id, attributes, rule),
  );
}

export function managedRef({ type, attributes }: ManagedResource): ResourceRef {
  return refTo(type, { id: textAt(attributes, 'id') });
}

/**
 * Named by EC2's id if known, and by content, since one event may have only the id and a later one
 * only the content.
 */
function contentRef(kind: RuleResource, { group, direction, rule }: GroupRule): ResourceRef {
  const { form, idAttribute } = kind;
  const { protocol, ports, peer } = rule;
  const { from, to } = ports ?? { from: form.noPort, to: form.noPort };
  return refTo(
    kind.type(direction),
    { [idAttribute]: rule.id },
    {
      security_group_id: groupId(group),
      ...kind.fixed(direction),
      [form.protocol]: protocol,
      ...(from === undefined ? {} : { from_port: String(from), to_port: String(to) }),
      [form.peers[peer.attribute]]: peer.value,
    },
  );
}
