import { isJsonArray } from '../../../model/json.ts';
import type { HarmCondition } from '../table/rule.ts';
import {
  isAbsent,
  isUnknownNode,
  memberNode,
  nodeElements,
  type ValueNode,
} from '../value/node.ts';
import type { ChangedPlace } from '../value/places.ts';
import { isOneOf } from '../value/same.ts';

/** Whether a guard holds, or undefined if a value that it needs is hidden. */
export type ConditionResult = boolean | undefined;

/**
 * Tells whether all conditions hold at a place: on its new side, or on the old one if the new is
 * absent. Names that a condition's path shares with the place are looked up in the same elements,
 * all others anywhere below.
 */
export function guardHolds(
  when: readonly HarmCondition[],
  place: ChangedPlace,
  path: readonly string[],
): ConditionResult {
  let answer: ConditionResult = true;
  for (const condition of when) {
    const one = ask(condition, place, path);
    if (one === false) return false;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function ask(
  condition: HarmCondition,
  place: ChangedPlace,
  path: readonly string[],
): ConditionResult {
  const shared = sharedNames(condition.path, path);
  const pair = place.scopes[Math.min(shared, place.scopes.length - 1)] ?? place;
  const side = isAbsent(pair.after) ? pair.before : pair.after;
  const found = valuesAt(side, condition.path.slice(shared));
  const hit = found.some((node) => isOneOf(node.value, condition.values));
  if (!hit && found.some(isUnknownNode)) return undefined;
  return condition.negated ? !hit : hit;
}

function sharedNames(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((name, index) => name !== b[index]);
  return end < 0 ? a.length : end;
}

function valuesAt(node: ValueNode, path: readonly string[]): readonly ValueNode[] {
  const [name, ...rest] = path;
  if (name === undefined) return [node];
  if (isJsonArray(node.value)) return nodeElements(node).flatMap((each) => valuesAt(each, path));
  return valuesAt(memberNode(node, name), rest);
}
