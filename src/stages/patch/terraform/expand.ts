import { valueToJson } from '../../../code/hcl/eval/json.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import type { Goal, Rewritten, ValueGoal } from '../types.ts';
import type { IsEquivalent } from './goal.ts';
import { pairedWithBlocks } from './pair-blocks.ts';
import type { IsUnordered } from './value-differences.ts';

/** How values of a type are compared. */
interface GoalComparison {
  readonly same: IsEquivalent;
  readonly isUnordered: IsUnordered;
}

/**
 * Splits a wanted value of nested blocks into wanted values of their arguments and blocks to add or
 * remove. Blocks have no value that could be written as such, and a missing block has no arguments.
 */
export function expandGoals(
  goals: readonly Goal[],
  evaluation: Evaluation,
  comparison: GoalComparison,
): readonly Goal[] {
  const parts = goals.flatMap((goal) => expandGoal(goal, evaluation, comparison));
  return withMissingMembers(parts, evaluation);
}

function expandGoal(
  goal: Goal,
  evaluation: Evaluation,
  comparison: GoalComparison,
): readonly Goal[] {
  if (goal.kind !== 'value') return [goal];
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind === 'block' && isJsonObject(goal.value)) {
    return argumentGoals(goal, goal.path, goal.value, evaluation, comparison);
  }
  if (location?.kind !== 'blocks') return [goal];
  const all = isJsonArray(goal.value) ? goal.value : goal.value === null ? [] : [goal.value];
  const blocks = location.occurrences.map((_, index) =>
    declared(evaluation, goal.address, [...goal.path, index]),
  );
  const isSet = comparison.isUnordered(goal.type, goal.path);
  const wanted = isSet ? pairedWithBlocks(blocks, all) : all;
  const goals: Goal[] = [];
  const max = Math.max(wanted.length, location.occurrences.length);
  for (let index = 0; index < max; index += 1) {
    const member = wanted[index];
    if (index >= location.occurrences.length) {
      if (member !== undefined) goals.push(memberGoal(goal, goal.path, 'add', member));
    } else if (isJsonObject(member)) {
      goals.push(...argumentGoals(goal, [...goal.path, index], member, evaluation, comparison));
    } else {
      const now = blocks[index];
      if (now !== undefined) goals.push(memberGoal(goal, goal.path, 'remove', now));
    }
  }
  return goals;
}

function argumentGoals(
  goal: ValueGoal,
  path: AttributePath,
  wanted: JsonObject,
  evaluation: Evaluation,
  comparison: GoalComparison,
): readonly Goal[] {
  const now = declared(evaluation, goal.address, path);
  const names = new Set([...Object.keys(wanted), ...(isJsonObject(now) ? Object.keys(now) : [])]);
  const within = [...(goal.within ?? []), ...rewritten(path, now, wanted)];
  return [...names].sort().flatMap((name) => {
    const at = [...path, name];
    const value = own(wanted, name) ?? null;
    const current = declared(evaluation, goal.address, at);
    if (current !== undefined && comparison.same(goal.type, at, current, value)) return [];
    return expandGoal({ ...goal, path: at, value, within }, evaluation, comparison);
  });
}

function rewritten(path: AttributePath, from: Json | undefined, to: JsonObject): Rewritten[] {
  const isMember = typeof path.at(-1) === 'number';
  return isMember && isJsonObject(from) ? [{ path: path.slice(0, -1), from, to }] : [];
}

function memberGoal(
  { drift, address, type }: Goal,
  path: AttributePath,
  action: 'add' | 'remove',
  element: Json,
): Goal {
  return { kind: 'element', drift, address, type, path, action, element };
}

/** Null if the code declares nothing, undefined if the value is unknown. */
function declared(evaluation: Evaluation, address: string, path: AttributePath): Json | undefined {
  const value = evaluation.valueAt(address, path);
  return value === undefined ? null : valueToJson(value);
}

/**
 * Turns wanted values in members that the code lacks into members to add. All values wanted in one
 * member are combined, whichever drifts ask for them.
 */
function withMissingMembers(goals: readonly Goal[], evaluation: Evaluation): readonly Goal[] {
  const members = new Map<string, JsonObject>();
  const found = goals.map((goal) => {
    const missing = goal.kind === 'value' ? missingIn(goal, evaluation) : undefined;
    if (missing === undefined) return { goal };
    const { name, attribute } = missing;
    const key = `${goal.address} ${pathKey([...missing.path, { element: name }])}`;
    members.set(key, { ...(members.get(key) ?? name), ...attribute });
    return { goal, missing, key };
  });
  return found.map(({ goal, missing, key }) => {
    if (missing === undefined) return goal;
    return memberGoal(goal, missing.path, 'add', members.get(key) ?? missing.name);
  });
}

interface Missing {
  /** Path of the collection that lacks the member. */
  readonly path: AttributePath;
  /** The attributes that identify the member, with their values. */
  readonly name: JsonObject;
  readonly attribute: JsonObject;
}

function missingIn(goal: ValueGoal, evaluation: Evaluation): Missing | undefined {
  const { address, path, value } = goal;
  const [step, attribute] = path.slice(-2);
  if (typeof step !== 'object' || typeof attribute !== 'string' || value === null) return undefined;
  if (!isJsonObject(step.element)) return undefined;
  const location = evaluation.locate(address, path);
  // If the member exists, only the attribute is missing.
  if (location?.kind !== 'absent' || location.rest.length < 3) return undefined;
  return { path: path.slice(0, -2), name: step.element, attribute: { [attribute]: value } };
}
