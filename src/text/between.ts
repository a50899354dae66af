import { diffLines } from 'diff';
import type { TextEdit } from '../model/patch.ts';

/** Texts that differ in more lines than this are replaced by one edit. */
const maxEditLength = 4000;

/** Edits that turn one text into the other, line by line. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const changes =
    linesOfOne(before, after) > maxEditLength
      ? undefined
      : diffLines(before, after, { maxEditLength });
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

/**
 * The number of lines that only one of the texts has, or has more often. The edits have at least
 * this length, which the comparison itself would take seconds to find out.
 */
function linesOfOne(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of linesOf(after)) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** The lines of a text, including their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}
