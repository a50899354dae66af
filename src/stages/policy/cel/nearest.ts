import { compareText } from '../../../model/text.ts';

/** The word that was probably meant: the closest one, if it is close enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const max = Math.max(2, Math.floor(name.length / 4));
  const ranked = names
    .map((other) => ({ other, edits: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits || compareText(a.other, b.other));
  const [best] = ranked;
  return best !== undefined && best.edits <= max ? best.other : undefined;
}

/**
 * The number of insertions, deletions and replacements between two words (Levenshtein distance).
 */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
