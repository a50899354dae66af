/** Objects nested deeper than this are one piece. */
const deepest = 2;

/**
 * The text of `JSON.stringify(value)` in pieces: one for each item of its lists, so that a large value
 * is never in memory as one text.
 */
export function* jsonPieces(value: object, depth = 0): Generator<string> {
  if (Array.isArray(value)) {
    let separator = '[';
    for (const item of value) {
      yield `${separator}${JSON.stringify(item ?? null)}`;
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
    if (isLarge) yield* jsonPieces(member, depth + 1);
    else yield JSON.stringify(member);
  }
  yield separator === '{' ? '{}' : '}';
}
