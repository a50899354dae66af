import { isDeepStrictEqual } from 'node:util';
import type { DocumentChange } from './change.ts';

/** True for the same change in another statement. */
export function isAlike(one: DocumentChange, other: DocumentChange): boolean {
  const [element, index] = one.path;
  if (element !== 'Statement' || typeof index !== 'number') return false;
  const path = other.path.map((step, at) => (at === 1 ? index : step));
  return isDeepStrictEqual({ ...other, path }, one);
}

/** True for a change at the same place of another statement with the same number of texts. */
export function isSameShape(one: DocumentChange, other: DocumentChange): boolean {
  return isAlike(shapeOf(one), shapeOf(other));
}

/** The change with its texts blanked out. */
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
