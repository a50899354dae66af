import { comma, isSpace, newline, openBrace, openBracket } from './bytes.ts';

/**
 * Whether line breaks end values. They do when the first value stands on one line; then a value
 * that its line does not complete is broken, and the next line is sure ground again.
 */
export class LineBreaks {
  /** Unknown until the first value is complete. */
  #endValues: boolean | undefined;
  /** Where the first value begins in the bytes at hand. */
  #from = -1;
  #inside = false;

  /** True where a line break is the end of whatever precedes it. */
  get matter(): boolean {
    return this.#endValues === true && !this.#inside;
  }

  get endValues(): boolean {
    return this.#endValues === true;
  }

  beginValue(at: number): void {
    if (this.#endValues !== undefined) return;
    this.#from = at;
    this.#inside = false;
  }

  endValue(bytes: Buffer, at: number): void {
    this.#look(bytes, at);
    if (this.#from !== -1) this.#endValues ??= !this.#inside;
    this.#inside = false;
  }

  giveUpValue(): void {
    this.#inside = false;
  }

  /** All of `bytes` was looked at, and only a rest of them stays. */
  release(bytes: Buffer): void {
    this.#look(bytes, bytes.length);
    if (this.#from !== -1) this.#from = 0;
  }

  /** A value over several lines may stand among values of one line: its lines end in mid-list. */
  continueAt(bytes: Buffer, line: number): boolean {
    let last = line - 1;
    while (last > 0 && isSpace(bytes[last])) last--;
    const byte = bytes[last];
    this.#inside = byte === openBrace || byte === openBracket || byte === comma;
    return this.#inside;
  }

  #look(bytes: Buffer, to: number): void {
    if (this.#endValues !== undefined || this.#from === -1 || this.#inside) return;
    const at = bytes.indexOf(newline, this.#from);
    this.#inside = at !== -1 && at < to;
  }
}
