/** FNV-1a of the characters, 32 bits; only for tables in memory. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

const end = -1;

/**
 * Finds rows by the hash of a text, using about twelve bytes per row. The table does not hold the
 * texts, so the caller has to compare them.
 */
export class HashTable {
  readonly #hashes: ArrayLike<number>;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #rows: ArrayLike<number> | undefined;

  /**
   * `rows` has the row of each hash. Defaults to the positions of the hashes. Several hashes of one
   * row must be adjacent.
   */
  constructor(hashes: ArrayLike<number>, rows?: ArrayLike<number>) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, hashes.length)));
    this.#hashes = hashes;
    this.#rows = rows;
    this.#heads = new Int32Array(size).fill(end);
    this.#next = new Int32Array(hashes.length);
    for (let at = hashes.length - 1; at >= 0; at -= 1) {
      const head = (hashes[at] ?? 0) & (size - 1);
      this.#next[at] = this.#heads[head] ?? end;
      this.#heads[head] = at;
    }
  }

  /** The rows that may have the text, each once, in the given order. */
  withText(text: string): readonly number[] {
    const hash = hashText(text);
    const found: number[] = [];
    let at = this.#heads[hash & (this.#heads.length - 1)] ?? end;
    while (at !== end) {
      const row = this.#rows?.[at] ?? at;
      if (this.#hashes[at] === hash && row !== found.at(-1)) found.push(row);
      at = this.#next[at] ?? end;
    }
    return found;
  }
}
