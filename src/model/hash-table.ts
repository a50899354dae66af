/** FNV-1a of the characters: 32 bits, for tables in memory alone. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

const end = -1;

/**
 * Finds rows by the hash of a text, in some twelve bytes a row: who asks compares the texts, which the
 * table does not hold.
 */
export class HashTable {
  readonly #hashes: ArrayLike<number>;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #rows: ArrayLike<number> | undefined;

  /**
   * `rows` are those that the hashes are of; their positions when left out. Several hashes of one row
   * stand together.
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

  /** Rows that may have the text, each once, in the order in which they were given. */
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
