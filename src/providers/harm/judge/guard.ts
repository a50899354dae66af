import { isJsonArray } from '../../../model/json.ts';
import type { Condition } from '../table/rule.ts';
import { elementsOf, isAbsent, isUnknown, memberOf, type Node } from '../value/node.ts';
import type { ChangedPlace } from '../value/places.ts';
import { isOneOf } from '../value/same.ts';

/** Whether a guard holds; undefined where a value that it asks for is hidden. */
export type Answer = boolean | undefined;

/**
 * Whether all conditions hold at a place: on its new side, or on the old one where the new is gone,
 * in the elements that lead to it where the paths share them, else anywhere in the resource.
 */
export function holds(
  when: readonly Condition[],
  place: ChangedPlace,
  path: readonly string[],
): Answer {
  let answer: Answer = true;
  for (const condition of when) {
    const one = ask(condition, place, path);
    if (one === false) return false;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function ask(condition: Condition, place: ChangedPlace, path: readonly string[]): Answer {
  const shared = sharedNames(condition.path, path);
  const pair = place.scopes[Math.min(shared, place.scopes.length - 1)] ?? place;
  const side = isAbsent(pair.after) ? pair.before : pair.after;
  const found = valuesAt(side, condition.path.slice(shared));
  const hit = found.some((node) => isOneOf(node.value, condition.values));
  if (!hit && found.some(isUnknown)) return undefined;
  return condition.negated ? !hit : hit;
}

function sharedNames(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((name, index) => name !== b[index]);
  return end < 0 ? a.length : end;
}

function valuesAt(node: Node, path: readonly string[]): readonly Node[] {
  const [name, ...rest] = path;
  if (name === undefined) return [node];
  if (isJsonArray(node.value)) return elementsOf(node).flatMap((each) => valuesAt(each, path));
  return valuesAt(memberOf(node, name), rest);
}
