import { isDeepStrictEqual } from 'node:util';
import type { DocumentChange } from './change.ts';

/** True for the same change of another statement. */
export function isAlike(one: DocumentChange, other: DocumentChange): boolean {
  const [element, index] = one.path;
  if (element !== 'Statement' || typeof index !== 'number') return false;
  const path = other.path.map((step, at) => (at === 1 ? index : step));
  return isDeepStrictEqual({ ...other, path }, one);
}

/** True for a change of another statement at the same place, with as many texts. */
export function isSameShape(one: DocumentChange, other: DocumentChange): boolean {
  return isAlike(shapeOf(one), shapeOf(other));
}

/** The change without its texts. */
function shapeOf(change: DocumentChange): DocumentChange {
  switch (change.kind) {
    case 'members':
      return { ...change, add: change.add.map(() => ''), remove: change.remove.map(() => '') };
    case 'set':
      return { ...change, value: typeof change.value };
    default:
      return change;
  }
}
