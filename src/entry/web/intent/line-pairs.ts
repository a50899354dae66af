import { diffWordsWithSpace } from 'diff';
import type { DiffHunk, DiffLine } from '../../../model/file-diff.ts';
import type { Marked } from './highlight.ts';

/**
 * A line before and after a change. One side is missing for a line that was only removed or added.
 */
export interface LinePair {
  readonly before?: DiffLine;
  readonly after?: DiffLine;
  /** The differences within the lines, where both count as one changed line. */
  readonly removed: Marked;
  readonly added: Marked;
}

/**
 * Lines that share a smaller part of their characters count as two different lines instead of one
 * that changed.
 */
const likeness = 0.35;
/** Characters. Longer lines are not compared word by word. */
const longest = 400;

/** The lines of a hunk side by side: each removed line next to the one that replaced it. */
export function pairLines({ lines }: DiffHunk): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [before, after] = [removed[at], added[at]];
      pairs.push({
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...marksOf(before?.text, after?.text),
      });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      // A line removed after added ones begins another change.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line, removed: [], added: [] });
    }
  }
  flush();
  return pairs;
}

function marksOf(
  before: string | undefined,
  after: string | undefined,
): Pick<LinePair, 'removed' | 'added'> {
  const none = { removed: [], added: [] };
  if (before === undefined || after === undefined) return none;
  if (before.length > longest || after.length > longest) return none;
  const removed: { from: number; to: number }[] = [];
  const added: { from: number; to: number }[] = [];
  let [old, now, same] = [0, 0, 0];
  for (const part of diffWordsWithSpace(before, after)) {
    const { length } = part.value;
    if (part.removed) removed.push({ from: old, to: old + length });
    else if (part.added) added.push({ from: now, to: now + length });
    else same += part.value.trim().length;
    if (!part.added) old += length;
    if (!part.removed) now += length;
  }
  const whole = Math.max(before.trim().length, after.trim().length, 1);
  return same / whole < likeness ? none : { removed, added };
}
