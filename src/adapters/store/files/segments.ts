/** Adjacent members of an object, and whether each run changes them. */
export interface JsonSegment {
  readonly isFresh: boolean;
  readonly names: readonly string[];
}

const none: ReadonlySet<string> = new Set();

/**
 * Cuts an object where members that each run changes meet those that stay, and where members in
 * `apart` meet the others.
 */
export function jsonSegments(
  value: object,
  fresh: ReadonlySet<string>,
  apart: ReadonlySet<string> = none,
): readonly JsonSegment[] {
  const segments: { readonly isFresh: boolean; readonly names: string[] }[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isFresh = fresh.has(name);
    const last = segments.at(-1);
    const isApart = apart.has(last?.names[0] ?? '') !== apart.has(name);
    if (last?.isFresh === isFresh && !isApart) last.names.push(name);
    else segments.push({ isFresh, names: [name] });
  }
  return segments.length === 0 ? [{ isFresh: false, names: [] }] : segments;
}

export function segmentMembers(value: object, names: readonly string[]): object {
  const all = new Map(Object.entries(value));
  return Object.fromEntries(names.map((name) => [name, all.get(name)]));
}

/**
 * The text of some members as it is in the text of the entire object. `open` and `close` are the
 * beginning and the end of an object's text.
 */
export function* memberPieces(
  pieces: Iterable<string>,
  { open, close }: { readonly open: string; readonly close: string },
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Generator<string> {
  let before: string | undefined;
  let isAtStart = true;
  for (const piece of pieces) {
    if (before !== undefined) yield before;
    before = isAtStart && !isFirst ? `,${piece.slice(open.length)}` : piece;
    isAtStart = false;
  }
  if (before === undefined) return;
  yield isLast ? before : before.slice(0, -close.length);
}
