import { diffLines } from 'diff';
import type { TextEdit } from '../model/patch.ts';

/** Texts that differ in more lines than this are one edit. */
const maxEditLength = 4000;

/** Edits that make one text the other, line by line. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const changes = diffLines(before, after, { maxEditLength });
  if (changes === undefined) return [{ offset: 0, length: before.length, text: after }];
  const edits: TextEdit[] = [];
  let offset = 0;
  for (const { added, removed, value } of changes) {
    const last = edits.at(-1);
    const length = removed ? value.length : 0;
    const text = added ? value : '';
    if (added || removed) {
      if (last !== undefined && last.offset + last.length === offset) {
        edits[edits.length - 1] = {
          offset: last.offset,
          length: last.length + length,
          text: last.text + text,
        };
      } else edits.push({ offset, length, text });
    }
    if (!added) offset += value.length;
  }
  return edits;
}
