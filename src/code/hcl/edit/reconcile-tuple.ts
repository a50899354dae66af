import type { Json } from '../../../model/json.ts';
import { pairInAnyOrder, pairInOrder } from '../../../model/json-pairing.ts';
import type { TextEdit } from '../../../model/patch.ts';
import type { Tuple } from '../syntax/ast.ts';
import { freshElement, listSequence } from './collection.ts';
import { type PlannedMember, rewriteMembers } from './members.ts';
import {
  append,
  currentValue,
  type Edits,
  isTemplateWithParts,
  isUnchanged,
  type Reconcile,
  type ReconcileContext,
  refuseComputed,
} from './reconcile-scope.ts';
import { editTemplate } from './text-value.ts';
import { foundEdit, jsonLiteral } from './types.ts';

/** Keeps elements that stay or only change inside, adds new ones, and removes the rest. */
export function reconcileTuple(
  target: Tuple,
  values: readonly Json[],
  scope: ReconcileContext,
  reconcile: Reconcile,
): Edits {
  const { file, comparison, unordered } = scope;
  const old = target.items.map((item) => currentValue(item, scope));
  const pair = unordered ? pairInAnyOrder : pairInOrder;
  const paired = pair(old, values, comparison);
  const sources = keepTemplates(target, values, paired.sources, scope);
  const dropped = target.items.find((_, i) => old[i] === undefined && !sources.includes(i));
  // An element whose value is unknown may be the one that was removed.
  if (dropped !== undefined && !scope.replacesComputed) return refuseComputed(file, dropped);
  const inner = { ...scope, unordered: false };
  const edits: TextEdit[] = [];
  const fresh: PlannedMember[] = [];
  for (const [j, value] of values.entries()) {
    const source = target.items[sources[j] ?? -1];
    if (source === undefined) {
      fresh.push(freshElement(file, target, jsonLiteral(value)));
      continue;
    }
    const made = reconcile(source, value, inner);
    if (!made.ok) return made;
    edits.push(...made.value);
    if (!unordered) fresh.push(sources[j] ?? -1);
  }
  const kept = unordered ? sources.filter((i) => i >= 0).toSorted((a, b) => a - b) : [];
  const plan = [...kept, ...fresh];
  const members = listSequence(file, target);
  return isUnchanged(plan, old.length)
    ? foundEdit(edits)
    : append(edits, rewriteMembers(file, members, plan));
}

/**
 * A new string that differs from a template only in its literal part becomes an edit of that
 * template.
 */
function keepTemplates(
  target: Tuple,
  values: readonly Json[],
  sources: readonly number[],
  { file, unordered, evaluateOf }: ReconcileContext,
): readonly number[] {
  const result = [...sources];
  for (const [j, value] of values.entries()) {
    if (result[j] !== -1 || typeof value !== 'string') continue;
    const above = unordered ? -1 : Math.max(-1, ...result.slice(0, j));
    const next = unordered ? undefined : result.slice(j + 1).find((one) => one >= 0);
    result[j] = target.items.findIndex((item, i) => {
      if (i <= above || i >= (next ?? target.items.length) || result.includes(i)) return false;
      if (!isTemplateWithParts(item)) return false;
      return editTemplate(file, item, value, evaluateOf) !== undefined;
    });
  }
  return result;
}
