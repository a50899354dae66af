import { comma, isSpaceByte, newline, openBrace, openBracket } from './bytes.ts';

/**
 * Whether line breaks end values. They do if the first value is on one line; then a value that its
 * line does not complete is broken, and the next line is a safe place to continue.
 */
export class LineBreaks {
  /** Unknown until the first value is complete. */
  #endValues: boolean | undefined;
  /** Where the first value begins in the current bytes. */
  #from = -1;
  #inside = false;
  /** The last byte among the released ones that was not a space. */
  #last: number | undefined;

  /** True if a line break ends whatever precedes it. */
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

  /** Call when all of `bytes` were examined; those before `keep` are removed. */
  release(bytes: Buffer, keep: number): void {
    this.#look(bytes, bytes.length);
    if (this.#from !== -1) this.#from = 0;
    this.#last = this.#lastBefore(bytes, keep);
  }

  /**
   * A value over several lines may be among values of one line: its lines end in the middle of a
   * list.
   */
  continueAt(bytes: Buffer, line: number): boolean {
    const byte = this.#lastBefore(bytes, line);
    this.#inside = byte === openBrace || byte === openBracket || byte === comma;
    return this.#inside;
  }

  #lastBefore(bytes: Buffer, end: number): number | undefined {
    let at = end - 1;
    while (at >= 0 && isSpaceByte(bytes[at])) at--;
    return at < 0 ? this.#last : bytes[at];
  }

  #look(bytes: Buffer, to: number): void {
    if (this.#endValues !== undefined || this.#from === -1 || this.#inside) return;
    const at = bytes.indexOf(newline, this.#from);
    this.#inside = at !== -1 && at < to;
  }
}
