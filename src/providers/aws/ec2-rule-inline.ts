import { type JsonObject, own } from '../../model/json.ts';
import { addEffect, omittedEffect, removeEffect } from '../catalog/effects.ts';
import { atomsOf } from '../catalog/elements.ts';
import { itemsAt } from '../catalog/request.ts';
import type { DraftEffect } from '../catalog/types.ts';
import type { Direction, SecurityGroupRule } from './ec2-rule.ts';
import { blockForm, trafficAttributes } from './ec2-rule-form.ts';
import type { GroupRule, SecurityGroup } from './ec2-security-group.ts';

function atom(group: SecurityGroup, rule: SecurityGroupRule): JsonObject {
  return { ...trafficAttributes(blockForm, group.id, rule), description: rule.description ?? '' };
}

export function addInline({ group, direction, rule }: GroupRule): DraftEffect {
  return addEffect(group.ref, [direction], atom(group, rule));
}

/** Revoking matches the traffic only; the description may be missing. */
export function removeInline({ group, direction, rule }: GroupRule): DraftEffect {
  return removeEffect(group.ref, [direction], trafficAttributes(blockForm, group.id, rule));
}

export function describeInline(placed: GroupRule): readonly DraftEffect[] {
  return [removeInline(placed), addInline(placed)];
}

/** Something in the blocks changed, but the event does not show what. */
export function hiddenInline(group: SecurityGroup, direction: Direction | undefined): DraftEffect {
  const path = direction === undefined ? [] : [direction];
  return omittedEffect(group.ref, path);
}

/**
 * The effects of changing a rule that the event names by id only. A block has no id, so the old
 * rule is the one in the state that differs from the new one in a single aspect (ports, peer or
 * description), if there is exactly one.
 */
export function modifyInline(
  group: SecurityGroup,
  directions: readonly Direction[],
  rule: SecurityGroupRule,
): readonly DraftEffect[] {
  const wanted = atom(group, rule);
  const candidates = directions.flatMap((direction) =>
    stateAtoms(group, direction)
      .filter((old) => aspectsThatDiffer(old, wanted) === 1)
      .map((old) => ({ direction, old })),
  );
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) {
    return [hiddenInline(group, directions.length === 1 ? directions[0] : undefined)];
  }
  return [
    removeEffect(group.ref, [only.direction], only.old),
    addEffect(group.ref, [only.direction], wanted),
  ];
}

function stateAtoms(group: SecurityGroup, direction: Direction): readonly JsonObject[] {
  return itemsAt(group.managed?.attributes, direction)
    .flatMap((element) => atomsOf(group.ref.type, direction, element))
    .filter((one): one is JsonObject => typeof one === 'object' && one !== null);
}

const aspects: readonly (readonly string[])[] = [
  ['protocol', 'from_port', 'to_port'],
  [...blockForm.lists, 'self'],
  ['description'],
];

function aspectsThatDiffer(a: JsonObject, b: JsonObject): number {
  return aspects.filter((names) => names.some((name) => textOf(a, name) !== textOf(b, name)))
    .length;
}

function textOf(atom: JsonObject, name: string): string {
  return JSON.stringify(own(atom, name) ?? null);
}
