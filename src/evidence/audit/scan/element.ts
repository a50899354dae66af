import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpaceByte,
  isText,
  openBrace,
  openBracket,
  quoteByte,
} from './bytes.ts';
import { OwnMembers } from './members.ts';
import { type OnMember, passPlain, type ScanState } from './pass.ts';
import type { ScanOptions } from './types.ts';

export const nowhere = -1;

/** `container`: it is at the bracket of the array whose elements are objects to find. */
export type ElementStop = 'wait' | 'closed' | 'container' | 'broken' | 'too-deep';

/** The position in one object, and how to continue through strings and brackets. */
export class ElementReader {
  readonly here: ScanState;
  readonly members: OwnMembers;
  /** Where the current object begins; `nowhere` between objects and in the rest of a container. */
  start = nowhere;
  /** Depth at which objects are elements: 0, 1 in a bare array, 2 in a container's. */
  base = 0;
  /** Where to continue in a string whose end has not arrived yet. */
  resume = 0;
  /** Name of the first member of the last object, in quotes. */
  opening: Buffer;

  readonly #options: ScanOptions;
  readonly #containers: readonly Buffer[];
  #bytes: Buffer = Buffer.alloc(0);
  #inContainer = false;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#containers = options.containers.map((name) => Buffer.from(name));
    const closers = new Uint8Array(options.maxDepth + 4);
    this.here = { at: 0, depth: 0, previous: 0, closers };
    this.members = new OwnMembers(options.watched);
    this.opening = Buffer.from(`"${options.opening}"`);
  }

  /** Call with `here` at the brace that opens the object. */
  begin(): void {
    this.start = this.here.at;
    this.here.at++;
    this.here.depth = this.base + 1;
    this.here.closers[this.here.depth] = closeBrace;
    this.here.previous = openBrace;
    this.members.clear();
    this.#inContainer = false;
  }

  /** Call with `here` at the bracket of an array whose elements are objects. */
  enterArray(base: number): void {
    this.here.at++;
    this.base = base;
    this.here.depth = base;
    this.start = nowhere;
  }

  leaveArray(): void {
    this.here.at++;
    this.here.depth = this.base - 1;
    this.base = 0;
    this.here.previous = closeBracket;
  }

  /** Gives up on the current object; looks for others at the same depth. */
  giveUp(): void {
    this.here.depth = this.base;
    this.start = nowhere;
    this.resume = 0;
  }

  /** The first byte that is still needed; beyond the last one inside an escape. */
  get oldest(): number {
    return this.start === nowhere ? this.here.at : this.start;
  }

  /** Adjusts the positions after the first `count` bytes were removed. */
  shift(count: number): void {
    this.here.at -= count;
    this.resume -= count;
    if (this.start !== nowhere) this.start -= count;
    this.members.shift(count);
  }

  /** Reads inside an object, or in the rest of a container. */
  read(bytes: Buffer, end: number): ElementStop {
    this.#bytes = bytes;
    const { here } = this;
    while (here.at < end) {
      if (this.resume <= here.at) {
        passPlain(bytes, end, this.base + 1, here, this.#onMember);
        if (here.at >= end) break;
      }
      const stop = this.#token(bytes[here.at] ?? 0, end);
      if (stop !== undefined) return stop;
    }
    return 'wait';
  }

  /** Passes a bracket or a string; undefined means that the object continues. */
  #token(byte: number, end: number): ElementStop | undefined {
    if (byte === quoteByte) return this.#string(end);
    if (byte === openBrace || byte === openBracket) return this.#open(byte);
    this.here.at++;
    if (this.here.closers[this.here.depth] !== byte) return 'broken';
    this.here.depth--;
    if (this.here.depth === this.base) return 'closed';
    this.here.previous = byte;
    return undefined;
  }

  #open(byte: number): ElementStop | undefined {
    if (!this.#mayOpen()) return 'broken';
    if (byte === openBracket && this.here.depth === 1 && this.#inContainer) return 'container';
    if (this.here.depth - this.base >= this.#options.maxDepth) return 'too-deep';
    this.here.at++;
    this.here.depth++;
    this.here.closers[this.here.depth] = byte === openBrace ? closeBrace : closeBracket;
    this.here.previous = byte;
    return undefined;
  }

  #mayOpen(): boolean {
    if (this.here.previous === colon) return true;
    const inArray = this.here.closers[this.here.depth] === closeBracket;
    return inArray && (this.here.previous === comma || this.here.previous === openBracket);
  }

  /**
   * Passes a string, which may be followed by spaces or may not be complete yet. Looking at what
   * follows finds a missing quote immediately, before the next objects are taken for its content.
   */
  #string(end: number): ElementStop | undefined {
    const bytes = this.#bytes;
    let close = this.resume > this.here.at ? this.resume : this.here.at + 1;
    while (close < end && bytes[close] !== quoteByte) close += bytes[close] === backslash ? 2 : 1;
    let after = close + 1;
    while (after < end && isSpaceByte(bytes[after])) after++;
    if (after >= end) {
      this.resume = close;
      return 'wait';
    }
    this.resume = 0;
    const next = bytes[after];
    const isName =
      this.here.previous !== colon && this.here.closers[this.here.depth] === closeBrace;
    const ends = next === comma || next === closeBrace || next === closeBracket;
    if (isName ? next !== colon : !ends) return 'broken';
    if (isName) {
      const own = this.here.depth === this.base + 1;
      if (own) this.#onMember(this.here.at + 1, close, after + 1, this.here.previous, true);
      this.here.previous = colon;
      after++;
    }
    this.here.at = after;
    return undefined;
  }

  readonly #onMember: OnMember = (from, to, value, previous, mayHaveEscape) => {
    const bytes = this.#bytes;
    this.members.note(bytes, from, to, value, mayHaveEscape);
    if (this.base === 0) {
      this.#inContainer = this.#containers.some((name) => isText(bytes, from, to, name));
    } else if (previous === openBrace && !isText(bytes, from - 1, to + 1, this.opening)) {
      this.opening = Buffer.from(bytes.subarray(from - 1, to + 1));
    }
  };
}
