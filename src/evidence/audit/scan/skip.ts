import {
  backslash,
  closeBrace,
  closeBracket,
  endsScalar,
  openBrace,
  openBracket,
  quoteByte,
} from './bytes.ts';

/** Skips the rest of a value, of which nothing is kept, by counting brackets. */
export class Skip {
  #depth = 0;
  #quoted = false;
  #scalar = false;

  /** Begins in the rest of a value that is `depth` brackets deep, in a string or not. */
  begin(depth: number, quoted: boolean): void {
    this.#depth = depth;
    this.#quoted = quoted;
    this.#scalar = false;
  }

  /** Begins at the first byte of a value. */
  beginAt(byte: number | undefined): void {
    this.begin(0, false);
    this.#scalar = byte !== quoteByte && byte !== openBracket && byte !== openBrace;
  }

  get done(): boolean {
    return this.#depth <= 0 && !this.#quoted && !this.#scalar;
  }

  /**
   * Returns the offset after the value, or `end` (one more after an escape) if it is not complete.
   */
  pass(bytes: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const byte = bytes[at];
      if (this.#scalar) {
        this.#scalar = !endsScalar(byte);
        if (!this.#scalar) return at;
      } else if (byte === quoteByte) this.#quoted = !this.#quoted;
      else if (this.#quoted) at += byte === backslash ? 1 : 0;
      else if (byte === openBrace || byte === openBracket) this.#depth++;
      else if (byte === closeBrace || byte === closeBracket) this.#depth--;
      at++;
      if (this.done) return at;
    }
    return at;
  }
}
