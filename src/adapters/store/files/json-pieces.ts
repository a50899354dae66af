/** Objects nested deeper than this are one piece. */
const deepest = 2;

/** Items of a list that are one piece. */
const itemsAtOnce = 16;

/**
 * The text of `JSON.stringify(value)` in pieces: one for a few items of its lists, so that a large
 * value is never in memory as one text.
 */
export function* storedJsonPieces(value: object, depth = 0): Generator<string> {
  if (Array.isArray(value)) {
    let separator = '[';
    for (let at = 0; at < value.length; at += itemsAtOnce) {
      yield `${separator}${JSON.stringify(value.slice(at, at + itemsAtOnce)).slice(1, -1)}`;
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
    return;
  }
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    const isLarge = typeof member === 'object' && member !== null && depth < deepest;
    if (isLarge) yield* storedJsonPieces(member, depth + 1);
    else yield JSON.stringify(member);
  }
  yield separator === '{' ? '{}' : '}';
}
