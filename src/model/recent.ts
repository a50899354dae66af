/** Caches what was made for the last few keys. */
export class Recent<K, V> {
  readonly #made = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K, make: () => V): V {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    for (const oldest of this.#made.keys()) {
      if (this.#made.size < this.#max) break;
      this.#made.delete(oldest);
    }
    this.#made.set(key, made);
    return made;
  }
}
