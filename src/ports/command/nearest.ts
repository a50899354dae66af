/** The number of letters that may be wrong, missing or superfluous. */
const max = 2;

/** The word that was probably meant, or undefined if none is similar. */
export function nearestWord<T extends string>(text: string, words: readonly T[]): T | undefined {
  const ranked = words
    .map((word) => ({ word, distance: distanceOf(text.slice(0, 30), word) }))
    .filter(({ word, distance }) => distance <= Math.min(max, word.length - 2))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.word;
}

/** The edit distance (Levenshtein), computed row by row. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
