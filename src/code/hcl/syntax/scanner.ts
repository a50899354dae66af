import type { Span } from './ast.ts';
import { characterCode, identifierEnd } from './characters.ts';

/**
 * Deeper nesting than in any code written by people. The limit protects the recursive parser, and
 * everything that recurses over its trees, from stack overflow.
 */
const maximumDepth = 400;
const maximumHeight = 1000;

/** Thrown to abandon the grammar rules of one body item; `parse.ts` and `body.ts` catch it. */
export class SyntaxFailure {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Offset at which parsing may resume if the failure consumed the text up to there; else 0. */
  readonly resume: number;

  constructor(message: string, start: number, end: number, resume: number) {
    this.message = message;
    this.start = start;
    this.end = end;
    this.resume = resume;
  }
}

/**
 * A cursor over the text. HCL is parsed without a token list, because the meaning of a character
 * depends on the current grammar rule; the rules read characters at the cursor.
 */
export class Scanner {
  readonly text: string;
  offset: number;
  /** Height of the tallest expression parsed since this was last set to zero. */
  height = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.offset = text.charCodeAt(0) === characterCode.byteOrderMark ? 1 : 0;
  }

  /** Character code at the cursor; NaN at the end of the text, which is unequal to every code. */
  unit(): number {
    return this.text.charCodeAt(this.offset);
  }

  atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  /** Character code at `distance` after the cursor. */
  peek(distance: number): number {
    return this.text.charCodeAt(this.offset + distance);
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.offset);
  }

  /**
   * Skips blanks and comments, and with `multiline` also newlines, which have no meaning inside
   * parentheses, brackets and interpolations. A line comment ends before its newline.
   */
  skip(multiline: boolean): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.offset);
      if (unit === characterCode.space || unit === characterCode.tab) this.offset++;
      else if (unit === characterCode.newline || unit === characterCode.carriageReturn) {
        if (!multiline || !this.skipNewline()) return;
      } else if (unit === characterCode.hash) this.#skipLineComment();
      else if (unit !== characterCode.slash || !this.#skipSlashComment()) return;
    }
  }

  /** Skips `\n` or `\r\n`; a lone carriage return is no newline. */
  skipNewline(): boolean {
    if (this.unit() === characterCode.newline) this.offset += 1;
    else if (this.unit() === characterCode.carriageReturn && this.peek(1) === characterCode.newline)
      this.offset += 2;
    else return false;
    return true;
  }

  atLineEnd(): boolean {
    const unit = this.unit();
    if (unit === characterCode.carriageReturn) return this.peek(1) === characterCode.newline;
    return unit === characterCode.newline || this.atEnd();
  }

  #skipLineComment(): void {
    const newline = this.text.indexOf('\n', this.offset);
    if (newline < 0) this.offset = this.text.length;
    else {
      const crlf = this.text.charCodeAt(newline - 1) === characterCode.carriageReturn;
      this.offset = crlf ? newline - 1 : newline;
    }
  }

  #skipSlashComment(): boolean {
    const second = this.peek(1);
    if (second === characterCode.slash) this.#skipLineComment();
    else if (second === characterCode.star) {
      const close = this.text.indexOf('*/', this.offset + 2);
      if (close < 0) {
        const start = this.offset;
        this.failForGood('This comment is never closed: expected "*/".', start, start + 2);
      }
      this.offset = close + 2;
    } else return false;
    return true;
  }

  /** Moves over the identifier at the cursor and returns its text, or undefined. */
  takeIdentifier(): string | undefined {
    const end = identifierEnd(this.text, this.offset);
    if (end < 0) return undefined;
    const name = this.text.slice(this.offset, end);
    this.offset = end;
    return name;
  }

  /**
   * True if the identifier at the cursor is exactly `word`, not just a longer one that starts with
   * it.
   */
  atWord(word: string): boolean {
    return (
      this.startsWith(word) && identifierEnd(this.text, this.offset) === this.offset + word.length
    );
  }

  /** Moves past one character, or fails with `message`. */
  expect(unit: number, message: string): void {
    if (this.unit() !== unit) this.fail(message);
    this.offset++;
  }

  /** Called once for each level of brackets, templates and blocks. */
  enter(): void {
    this.#depth++;
    if (this.#depth > maximumDepth) this.#failTooDeep();
  }

  leave(): void {
    this.#depth--;
  }

  get depth(): number {
    return this.#depth;
  }

  /** Restores the depth of the rule that caught a failure. */
  restoreDepth(depth: number): void {
    this.#depth = depth;
  }

  /**
   * Records the height of the expression just parsed. Chains such as `a.b.c` grow taller without
   * recursion.
   */
  noteHeight(height: number): void {
    if (height > maximumHeight) this.#failTooDeep();
    this.height = height;
  }

  #failTooDeep(): never {
    this.fail('This is nested too deeply.');
  }

  fail(message: string, span?: Span): never {
    const start = span?.start ?? this.offset;
    const end = span?.end ?? Math.min(start + 1, this.text.length);
    throw new SyntaxFailure(message, start, Math.max(start, end), 0);
  }

  /**
   * Fails for a construct without an end: it extends to the end of the file, so parsing cannot
   * resume after it.
   */
  failForGood(message: string, start: number, end: number): never {
    throw new SyntaxFailure(message, start, end, this.text.length);
  }
}
