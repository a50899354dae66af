import { backslash, isText } from './bytes.ts';

const absent = -1;

/** Where the values of the watched members of the current object begin. */
export class OwnMembers {
  readonly #names: readonly Buffer[];
  readonly #offsets: Int32Array;
  /** 1 at the hints of watched names: most names are not watched, and need no closer look. */
  readonly #hints = new Uint8Array(256);
  #escapedNames = false;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => Buffer.from(name));
    this.#offsets = new Int32Array(names.length);
    for (const name of this.#names) this.#hints[hint(name[0], name.length)] = 1;
  }

  /** For each watched name, the offset of its value (of the last one, as for JSON.parse) or -1. */
  get offsets(): Int32Array {
    return this.#offsets;
  }

  /** True if some name has an escape, so that it may be any of the watched ones. */
  get escapedNames(): boolean {
    return this.#escapedNames;
  }

  clear(): void {
    this.#offsets.fill(absent);
    this.#escapedNames = false;
  }

  /**
   * Records a member with the name at `from` to `to`, without its quotes, and the value from
   * `value`.
   */
  note(bytes: Buffer, from: number, to: number, value: number, mayHaveEscape: boolean): void {
    if (mayHaveEscape && bytes.subarray(from, to).includes(backslash)) this.#escapedNames = true;
    if (this.#hints[hint(bytes[from], to - from)] !== 1) return;
    for (let i = 0; i < this.#names.length; i++) {
      if (isText(bytes, from, to, this.#names[i])) this.#offsets[i] = value;
    }
  }

  /** Adjusts the offsets after the bytes before `from` were removed. */
  shift(from: number): void {
    for (let i = 0; i < this.#offsets.length; i++) {
      const offset = this.#offsets[i] ?? absent;
      if (offset !== absent) this.#offsets[i] = offset - from;
    }
  }
}

function hint(first: number | undefined, length: number): number {
  return ((first ?? 0) * 3 + length) & 0xff;
}
