/** A change in a text: `old` at `start` became `fresh`. */
interface Change {
  readonly start: number;
  readonly old: string;
  readonly fresh: string;
}

/**
 * Guesses, the most likely first, what `source` has to be for its result `before` to become
 * `after`: the changed part is searched for in the source and changed there too. Trying a guess
 * shows whether it is right.
 */
export function spliced(source: string, before: string, after: string): readonly string[] {
  const guesses = new Set<string>();
  const change = changeOf(before, after);
  const reach = Math.min(before.length, 48);
  for (let left = 0; left <= reach; left += 1) {
    for (const right of left === 0 ? [0] : [0, left]) {
      const guess = transplant(source, widened(before, after, change, left, right));
      if (guess !== undefined) guesses.add(guess);
    }
    if (guesses.size >= 3) break;
  }
  for (let right = 1; right <= reach && guesses.size < 4; right += 1) {
    const guess = transplant(source, widened(before, after, change, 0, right));
    if (guess !== undefined) guesses.add(guess);
  }
  guesses.add(after);
  guesses.delete(source);
  return [...guesses];
}

function changeOf(before: string, after: string): Change {
  const max = Math.min(before.length, after.length);
  let head = 0;
  while (head < max && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < max - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return {
    start: head,
    old: before.slice(head, before.length - tail),
    fresh: after.slice(head, after.length - tail),
  };
}

/** The change with some of its surroundings, so that it can be distinguished from similar ones. */
function widened(
  before: string,
  after: string,
  { start, old, fresh }: Change,
  left: number,
  right: number,
): Change {
  const from = Math.max(0, start - left);
  return {
    start: from,
    old: before.slice(from, start + old.length + right),
    fresh: after.slice(from, start + fresh.length + right),
  };
}

/** Applies the change if the source contains the old text exactly once, ignoring case. */
function transplant(source: string, { old, fresh }: Change): string | undefined {
  if (old === '') return undefined;
  const isExact = source.includes(old);
  const [text, piece] = isExact ? [source, old] : [source.toLowerCase(), old.toLowerCase()];
  const at = text.indexOf(piece);
  if (at < 0 || text.indexOf(piece, at + 1) >= 0) return undefined;
  const keep = commonStart(old, fresh);
  const own = source.slice(at + keep, at + old.length);
  const written = isExact ? fresh.slice(keep) : matchCase(own, fresh.slice(keep));
  return source.slice(0, at + keep) + written + source.slice(at + old.length);
}

/** The text in the case of another: lower case, upper case, or with a capital first letter. */
function matchCase(model: string, text: string): string {
  if (model === model.toLowerCase()) return text.toLowerCase();
  if (model === model.toUpperCase()) return text.toUpperCase();
  const [first = ''] = model;
  return first === first.toUpperCase() ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
