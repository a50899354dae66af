import type { HclFile, Tuple } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { freshElement, listSequence } from './collection.ts';
import { checkEditTarget } from './find.ts';
import { type PlannedMember, rewriteMembers } from './members.ts';
import { type EditResult, type HclInput, refuseEdit } from './types.ts';

/** Inserts an element before the one at `index`, or at the end if there is no index. */
export function listInsert(
  file: HclFile,
  tuple: Tuple,
  value: HclInput | readonly HclInput[],
  index: number = tuple.items.length,
): EditResult {
  const values: readonly HclInput[] = 'kind' in value ? [value] : value;
  if (index < 0 || index > tuple.items.length) return noElement(file, tuple, index);
  const old = [...tuple.items.keys()];
  const fresh = values.map((one) => freshElement(file, tuple, one));
  return rewriteList(file, tuple, [...old.slice(0, index), ...fresh, ...old.slice(index)]);
}

/** Removes `count` elements, starting at `index`. */
export function listRemove(file: HclFile, tuple: Tuple, index: number, count = 1): EditResult {
  if (index < 0 || count < 1 || index + count > tuple.items.length) {
    return noElement(file, tuple, index);
  }
  const kept = [...tuple.items.keys()].filter((at) => at < index || at >= index + count);
  return rewriteList(file, tuple, kept);
}

function rewriteList(file: HclFile, tuple: Tuple, plan: readonly PlannedMember[]): EditResult {
  const refused = checkEditTarget(file, tuple);
  if (refused !== undefined) return refused;
  const edits = rewriteMembers(file, listSequence(file, tuple), plan);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

function noElement(file: HclFile, tuple: Tuple, index: number): EditResult {
  const count = tuple.items.length;
  return refuseEdit(file, 'not-found', tuple, `The list has ${count} elements, none at ${index}.`);
}
