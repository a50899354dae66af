import type { FileEdit, TextEdit } from '../../../model/patch.ts';
import type { SourceTree } from '../../../model/source-tree.ts';
import type { JointEdits } from '../code-base.ts';

/** Edits of one tree that were made independently of each other. */
export interface Combined<T> {
  /** The parts whose edits are included, without those whose edits are duplicates of others'. */
  readonly joined: readonly T[];
  /** How many parts fit together; the others overlap an earlier one. */
  readonly fitting: number;
  readonly files: readonly FileEdit[];
}

/**
 * Combines edits that can be made at the same time into one edit of each file. Texts inserted at
 * the same place keep the order of the parts. Layout edits of single parts are ignored, since the
 * combined result is laid out at the end. Undefined if the result would be invalid.
 */
export function combineEdits<T extends { readonly files: readonly FileEdit[] }>(
  { essential, laidOut }: JointEdits,
  tree: SourceTree,
  parts: readonly T[],
): Combined<T> | undefined {
  const places = new Map<string, Places>();
  let fitting = 0;
  const joined = parts.filter((part) => {
    const own = part.files.map(({ path, edits }) => {
      const known = places.get(path) ?? createPlaces();
      places.set(path, known);
      return { known, edits: essential(path, tree.get(path) ?? '', edits) };
    });
    const fits = own.every(({ known, edits }) => edits.length > 0 && known.takes(edits));
    if (!fits) return false;
    fitting += 1;
    const isNew = own.some(({ known, edits }) => !edits.every(known.has));
    for (const { known, edits } of own) known.add(edits);
    return isNew;
  });
  const files: FileEdit[] = [];
  for (const [path, known] of places) {
    const edits = known.list();
    if (edits.length === 0) continue;
    const whole = laidOut(path, tree.get(path) ?? '', edits);
    if (whole === undefined) return undefined;
    files.push({ path, edits: whole });
  }
  return { joined, fitting, files };
}

interface Places {
  /** True when none of the edits overlaps an earlier one, except for identical edits. */
  readonly takes: (edits: readonly TextEdit[]) => boolean;
  readonly has: (edit: TextEdit) => boolean;
  readonly add: (edits: readonly TextEdit[]) => void;
  readonly list: () => readonly TextEdit[];
}

function createPlaces(): Places {
  const inserted = new Map<number, Set<string>>();
  /** Sorted by offset; the edits never overlap. */
  const replaced: TextEdit[] = [];
  const at = (offset: number): number => firstFrom(replaced, offset);
  const has = ({ offset, length, text }: TextEdit): boolean => {
    if (length === 0) return inserted.get(offset)?.has(text) === true;
    const known = replaced[at(offset)];
    return known?.offset === offset && known.length === length && known.text === text;
  };
  const isFree = (edit: TextEdit): boolean => {
    if (has(edit)) return true;
    const { offset, length } = edit;
    const index = at(offset);
    const [before, next] = [replaced[index - 1], replaced[index]];
    if (before !== undefined && before.offset + before.length > offset) return false;
    if (length === 0) return true;
    if (next !== undefined && next.offset < offset + length) return false;
    for (const place of inserted.keys())
      if (place > offset && place < offset + length) return false;
    return true;
  };
  const put = (edit: TextEdit): void => {
    if (edit.length === 0) {
      const texts = inserted.get(edit.offset) ?? new Set();
      inserted.set(edit.offset, texts.add(edit.text));
      return;
    }
    const index = at(edit.offset);
    if (replaced[index]?.offset !== edit.offset) replaced.splice(index, 0, edit);
  };
  return {
    takes: (edits) => edits.every(isFree),
    has,
    add: (edits) => edits.forEach(put),
    list: () => [
      ...[...inserted].map(([offset, texts]) => ({
        offset,
        length: 0,
        text: [...texts].join(''),
      })),
      ...replaced,
    ],
  };
}

/** Index of the first edit that begins at or after an offset. */
function firstFrom(edits: readonly TextEdit[], offset: number): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.offset ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
