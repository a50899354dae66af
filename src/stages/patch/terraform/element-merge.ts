import { valueToJson } from '../../../code/hcl/eval/json.ts';
import { attributeIn } from '../../../code/hcl/syntax/walk.ts';
import type { BlockOccurrence } from '../../../code/terraform/config/location.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { elementRule } from '../../../providers/catalog/elements.ts';
import type { ElementSearch } from './element-input.ts';
import { memberKey } from './member.ts';
import { listOverrideSite } from './override/list.ts';
import { traceStart } from './trace/context.ts';
import { memberSites } from './trace/member.ts';
import type { Site } from './types.ts';

/**
 * Edits a list in a block that differs only in this member: `cidr_blocks` of a rule for the same
 * port.
 */
export function* mergeSites(search: ElementSearch, occurrence: BlockOccurrence): Generator<Site> {
  const found = mergeableList(search, occurrence);
  if (found === undefined) return;
  const { goal, evaluation } = search;
  const { name, member } = found;
  const attribute = attributeIn(occurrence.content, name);
  if (attribute === undefined) return;
  const label = `${name} of ${String(goal.path.at(-1))} of ${goal.address}`;
  const { action } = goal;
  const input = search.write(goal, member);
  const context = traceStart(evaluation, attribute.value, occurrence.scope, label);
  const membership = { action, element: member, input };
  yield* memberSites(context, membership);
  yield listOverrideSite(context, membership);
}

interface MergeableList {
  readonly name: string;
  readonly member: Json;
}

function mergeableList(
  search: ElementSearch,
  occurrence: BlockOccurrence,
): MergeableList | undefined {
  const { goal } = search;
  const rule = elementRule(goal.type, String(goal.path.at(-1)));
  const values = blockValue(search, occurrence);
  if (rule?.mergeable === undefined || !isJsonObject(goal.element) || values === undefined) {
    return undefined;
  }
  const element = goal.element;
  const name = rule.mergeable.find((list) => Object.hasOwn(element, list));
  const members = name === undefined ? undefined : element[name];
  if (name === undefined || !isJsonArray(members) || members[0] === undefined) return undefined;
  const lists = [...rule.mergeable, ...(rule.flags ?? [])];
  if (differs(values, element, lists)) return undefined;
  return memberKey(without(values, lists)) === memberKey(without(element, lists))
    ? { name, member: members[0] }
    : undefined;
}

/** True if a plain attribute has different values in both, as is usual for unrelated blocks. */
function differs(one: JsonObject, other: JsonObject, lists: readonly string[]): boolean {
  return Object.keys(one).some((name) => {
    const [a, b] = [one[name], own(other, name)];
    return isPlain(a) && isPlain(b) && String(a) !== String(b) && !lists.includes(name);
  });
}

/** True for non-empty scalars. */
function isPlain(value: Json | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function without(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** The block's arguments as JSON; undefined if any is unknown. */
export function blockValue(
  search: ElementSearch,
  occurrence: BlockOccurrence,
): JsonObject | undefined {
  const { goal, evaluation } = search;
  const all = evaluation.valueAt(goal.address, goal.path);
  const value =
    all?.kind === 'tuple'
      ? all.elements[occurrence.index]
      : evaluation.valueAt(goal.address, [...goal.path, occurrence.index]);
  const json = value === undefined ? undefined : valueToJson(value);
  return isJsonObject(json) ? json : undefined;
}
