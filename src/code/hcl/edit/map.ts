import type { HclFile, ObjectExpression, ObjectItem } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { freshItem, objectSequence } from './collection.ts';
import { setExpression } from './expression.ts';
import { checkEditTarget, findItem } from './find.ts';
import { itemKey } from './literal.ts';
import { type PlannedMember, rewriteMembers } from './members.ts';
import { type EditResult, type HclInput, refuseEdit } from './types.ts';

/**
 * Where a new object item goes: after another one or at the start. By default in order if the keys
 * are sorted, else last.
 */
export interface ItemPosition {
  readonly after?: ObjectItem | 'start';
}

/** Sets the value of a key, adding the key if it is missing. */
export function mapSet(
  file: HclFile,
  object: ObjectExpression,
  key: string,
  value: HclInput,
  position: ItemPosition = {},
): EditResult {
  const item = findItem(file, object, key);
  if (item.ok) return setExpression(file, item.value.value, value);
  if (item.refusal.code !== 'not-found') return item;
  const refused = checkEditTarget(file, object);
  if (refused !== undefined) return refused;
  const { after } = position;
  const index = after === undefined ? placeFor(file, object, key) : indexAfter(object, after);
  if (index < 0)
    return refuseEdit(file, 'not-found', object, 'The item to insert behind is not here.');
  const old = [...object.items.keys()];
  const fresh = freshItem(file, object, key, value);
  return rewriteObject(file, object, [...old.slice(0, index), fresh, ...old.slice(index)]);
}

/** Removes a key and its value. */
export function mapRemove(file: HclFile, object: ObjectExpression, key: string): EditResult {
  const item = findItem(file, object, key);
  return item.ok ? mapRemoveItem(file, object, item.value) : item;
}

/** Removes an item, whatever kind of key it has. */
export function mapRemoveItem(
  file: HclFile,
  object: ObjectExpression,
  item: ObjectItem,
): EditResult {
  const refused = checkEditTarget(file, object);
  if (refused !== undefined) return refused;
  const index = object.items.indexOf(item);
  if (index < 0) return refuseEdit(file, 'not-found', object, 'The item to remove is not here.');
  return rewriteObject(
    file,
    object,
    [...object.items.keys()].filter((at) => at !== index),
  );
}

function rewriteObject(
  file: HclFile,
  object: ObjectExpression,
  plan: readonly PlannedMember[],
): EditResult {
  const edits = rewriteMembers(file, objectSequence(file, object), plan);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

function indexAfter(object: ObjectExpression, after: ObjectItem | 'start'): number {
  if (after === 'start') return 0;
  const index = object.items.indexOf(after);
  return index < 0 ? -1 : index + 1;
}

/** Index for a new key: its place in the order if three or more keys are sorted, else the end. */
export function placeFor(file: HclFile, object: ObjectExpression, key: string): number {
  const keys = object.items.map((item) => itemKey(item, file.text));
  const end = keys.length;
  if (!isSorted(keys)) return end;
  const index = keys.findIndex((one) => (one ?? '') > key);
  return index < 0 ? end : index;
}

/** True for an object whose keys are sorted, so that a new one is inserted by its name. */
export function hasSortedKeys(file: HclFile, object: ObjectExpression): boolean {
  return isSorted(object.items.map((item) => itemKey(item, file.text)));
}

/** At least three keys are required, since two may be in order by coincidence. */
function isSorted(keys: readonly (string | undefined)[]): boolean {
  if (keys.length < 3 || keys.includes(undefined)) return false;
  return keys.every((one, index) => index === 0 || (keys[index - 1] ?? '') < (one ?? ''));
}
