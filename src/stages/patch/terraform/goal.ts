import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonObject, type Json, own } from '../../../model/json.ts';
import type { Impact } from '../../../model/patch.ts';
import { type AttributePath, pathKey, startsWith } from '../../../model/path.ts';
import type { ElementGoal, Goal, Rewritten } from '../types.ts';
import { defaultTag } from './default-tags.ts';
import { linesBetween } from './delegation.ts';
import { ignorablePath, isEntryIgnored, isIgnoredPath } from './ignored.ts';
import { declaresLiveValues } from './live.ts';
import { agreesWithMember, memberId, memberKey, membersByIdentity } from './member.ts';
import { hasMoved } from './rename.ts';

/** Whether two values of the attribute at a path mean the same to the provider. */
export type IsEquivalent = (type: string, path: AttributePath, a: Json, b: Json) => boolean;

/** True when the code, as evaluated, declares what the goal wants. */
export function isReachedGoal(goal: Goal, evaluation: Evaluation, same: IsEquivalent): boolean {
  return createReachedReader(evaluation, same)(goal);
}

/**
 * A test for which of many goals an evaluation reaches. Values that several of them need are read
 * once: in a group with hundreds of rules, each rule is a goal.
 */
export function createReachedReader(
  evaluation: Evaluation,
  same: IsEquivalent,
): (goal: Goal) => boolean {
  const values = new Map<string, Json | undefined>();
  const members = new Map<string, ReadonlyMap<string, Json>>();
  const declaredOf = (address: string, path: AttributePath): Json | undefined => {
    const key = `${address} ${pathKey(path)}`;
    if (!values.has(key)) values.set(key, jsonAt(evaluation, address, path));
    return values.get(key);
  };
  const memberOf = ({ type, address, path, element }: ElementGoal, value: Json) => {
    const key = `${type} ${address} ${pathKey(path)}`;
    const known = members.get(key) ?? membersByIdentity(type, path, value);
    members.set(key, known);
    return known.get(memberId(type, path, element));
  };
  return (goal) => {
    switch (goal.kind) {
      case 'value': {
        const value = declaredOf(goal.address, goal.path);
        if (value === undefined) return false;
        return same(goal.type, goal.path, value, goal.value);
      }
      case 'element': {
        const value = declaredOf(goal.address, goal.path);
        if (value === undefined) return false;
        const member = memberOf(goal, value);
        if (goal.action === 'remove') return member === undefined;
        return member !== undefined && agreesWithMember(member, goal.element);
      }
      case 'create':
        return (
          evaluation.instance(goal.address) !== undefined &&
          hasMoved(goal, evaluation) &&
          (goal.generated !== true || declaresLiveValues(goal, evaluation, same))
        );
      case 'delete':
        return evaluation.instance(goal.address) === undefined;
      case 'ignore':
        return (
          isIgnoredPath(evaluation, goal.address, ignorablePath(goal.path)) &&
          (goal.instead === undefined || !hasLine(evaluation, goal.address, goal.instead))
        );
      case 'unignore':
        return !isEntryIgnored(evaluation, goal.address, goal.entry);
    }
  };
}

/** True when the block of an instance contains this line. */
function hasLine(evaluation: Evaluation, address: string, line: string): boolean {
  const declaration = evaluation.instance(address)?.declaration;
  if (declaration === undefined) return false;
  const { file, block } = declaration;
  return linesBetween(file.text, block.start, block.end).some(({ text }) => text === line);
}

/** The declared value as JSON: null if nothing is declared, undefined if it is unknown. */
function jsonAt(evaluation: Evaluation, address: string, path: AttributePath): Json | undefined {
  const value = evaluation.valueAt(address, path) ?? defaultTag(evaluation, address, path)?.value;
  return value === undefined ? null : valueToJson(value);
}

/** True when the goal asks for this change. */
export function coversImpact(goal: Goal, impact: Impact): boolean {
  const own = goal.kind === 'create' ? [goal.address, goal.replaces] : [goal.address];
  if (!own.includes(impact.address)) return false;
  switch (goal.kind) {
    case 'value':
      return (
        startsWith(impact.path, goal.path) ||
        (goal.within ?? []).some((member) => isOnTheWay(member, impact.path))
      );
    case 'element':
      return coversMember(goal, impact.path);
    case 'create':
      return impact.path.length === 0;
    case 'delete':
      // Changes of values inside a resource that is being deleted count too.
      return true;
    case 'ignore':
    case 'unignore':
      return false;
  }
}

/** True for a member some of whose attributes have the old and the others the new value. */
function isOnTheWay({ path, from, to }: Rewritten, impact: AttributePath): boolean {
  const step = impact[path.length];
  if (impact.length !== path.length + 1 || !startsWith(impact, path)) return false;
  if (typeof step !== 'object' || !isJsonObject(step.element)) return false;
  return Object.entries(step.element).every(([name, value]) =>
    [from, to].some((side) => {
      const held = own(side, name) ?? null;
      return memberKey({ value: held }) === memberKey({ value });
    }),
  );
}

function coversMember({ type, path, element }: ElementGoal, impact: AttributePath): boolean {
  if (!startsWith(impact, path)) return false;
  const step = impact[path.length];
  // An index matches any member: it may be the only one, or one that replaced another.
  if (typeof step !== 'object') return typeof step !== 'string';
  return memberId(type, path, step.element) === memberId(type, path, element);
}
