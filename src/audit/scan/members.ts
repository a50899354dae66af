import { backslash, isText } from './bytes.ts';

const absent = -1;

/** Where the values of the watched members of the object at hand begin. */
export class OwnMembers {
  readonly #names: readonly Buffer[];
  readonly #offsets: Int32Array;
  #escapedNames = false;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => Buffer.from(name));
    this.#offsets = new Int32Array(names.length);
  }

  /** For each watched name the offset of its value (of the last one, as JSON.parse has it) or -1. */
  get offsets(): Int32Array {
    return this.#offsets;
  }

  /** Some name has an escape, so that it may be any of the watched ones. */
  get escapedNames(): boolean {
    return this.#escapedNames;
  }

  clear(): void {
    this.#offsets.fill(absent);
    this.#escapedNames = false;
  }

  /** A member with the name at `from` to `to`, without its quotes, and the value from `value`. */
  note(bytes: Buffer, from: number, to: number, value: number, mayHaveEscape: boolean): void {
    if (mayHaveEscape && bytes.subarray(from, to).includes(backslash)) this.#escapedNames = true;
    for (let i = 0; i < this.#names.length; i++) {
      if (isText(bytes, from, to, this.#names[i])) this.#offsets[i] = value;
    }
  }

  /** The bytes before `from` are gone. */
  shift(from: number): void {
    for (let i = 0; i < this.#offsets.length; i++) {
      const offset = this.#offsets[i] ?? absent;
      if (offset !== absent) this.#offsets[i] = offset - from;
    }
  }
}
