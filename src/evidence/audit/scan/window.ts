const firstSize = 512 * 1024;

/** The part of a stream that is still needed, in one buffer that is reused. */
export class ScanWindow {
  #store = Buffer.alloc(0);
  #bytes = this.#store;

  /** The current bytes; valid until the next `append`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  append(chunk: Uint8Array): void {
    const kept = this.#bytes.length;
    const size = kept + chunk.length;
    if (size > this.#store.length) {
      const store = Buffer.allocUnsafeSlow(Math.max(firstSize, 2 * size));
      this.#bytes.copy(store);
      this.#store = store;
    } else {
      this.#store.copyWithin(0, this.#bytes.byteOffset, this.#bytes.byteOffset + kept);
    }
    this.#store.set(chunk, kept);
    this.#bytes = this.#store.subarray(0, size);
  }

  /** Drops the bytes before `from`. */
  drop(from: number): void {
    this.#bytes = this.#bytes.subarray(from);
  }
}
