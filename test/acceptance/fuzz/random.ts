/** Draws that depend only on a text, so that a scenario is the same whatever ran before it. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  /** One item of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** The same items in random order. */
  shuffle<T>(list: readonly T[]): readonly T[];
}

/** Mulberry32, seeded with a hash of the text. */
export function randomOf(text: string): Random {
  let state = [...text].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    -2_128_831_035,
  );
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(list) {
      const drawn = list[below(list.length)];
      if (drawn === undefined) throw new Error('Nothing to draw from.');
      return drawn;
    },
    shuffle: (list) =>
      list
        .map((item) => [next(), item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
}
