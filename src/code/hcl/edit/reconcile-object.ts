import { type JsonObject, own } from '../../../model/json.ts';
import type { TextEdit } from '../../../model/patch.ts';
import type { ObjectExpression } from '../syntax/ast.ts';
import { objectSequence } from './collection.ts';
import { itemKey } from './literal.ts';
import { rewriteMembers } from './members.ts';
import { planItems } from './reconcile-plan.ts';
import {
  append,
  currentValue,
  type Edits,
  isUnchanged,
  type Reconcile,
  type ReconcileContext,
} from './reconcile-scope.ts';
import { foundEdit, refuseEdit } from './types.ts';

/** Sets the entries that differ, adds missing ones, and removes those that are not in `value`. */
export function reconcileObject(
  target: ObjectExpression,
  value: JsonObject,
  scope: ReconcileContext,
  reconcile: Reconcile,
): Edits {
  const { file, comparison } = scope;
  const edits: TextEdit[] = [];
  const kept: number[] = [];
  const seen = new Set<string>();
  for (const [index, item] of target.items.entries()) {
    const key = itemKey(item, file.text, scope.evaluateOf);
    if (key === undefined)
      return refuseEdit(file, 'not-literal', item.key, 'This key is computed.');
    if (seen.has(key)) return refuseEdit(file, 'ambiguous', item, `The key "${key}" is set twice.`);
    seen.add(key);
    const wanted = own(value, key);
    const current = currentValue(item.value, scope);
    const isAbsent = wanted === undefined && !(comparison === 'loose' && current === null);
    if (isAbsent) continue;
    kept.push(index);
    if (wanted === undefined) continue;
    const inner = reconcile(item.value, wanted, scope);
    if (!inner.ok) return inner;
    edits.push(...inner.value);
  }
  const missing = Object.keys(value).filter(
    (key) => !seen.has(key) && !(comparison === 'loose' && value[key] === null),
  );
  const plan = planItems(file, target, value, kept, missing);
  const members = objectSequence(file, target);
  return isUnchanged(plan, target.items.length)
    ? foundEdit(edits)
    : append(edits, rewriteMembers(file, members, plan));
}
