import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpace,
  isText,
  newline,
  openBrace,
  openBracket,
  quote,
} from './bytes.ts';
import { LineBreaks } from './lines.ts';
import { OwnMembers } from './members.ts';
import { seekLine, seekObject } from './seek.ts';
import { Skip } from './skip.ts';
import type { FlawKind, ScanOptions, ScanSink } from './types.ts';

const nowhere = -1;
/** Results of `#string` besides an offset. */
const unfinished = -1;
const broken = -2;

/** `again`: the state changed, look at it anew. `wait`: nothing to do before more input. */
type Step = 'again' | 'wait';

/**
 * Finds the objects of a JSON text that arrives in chunks cut anywhere: elements of a top-level
 * array or of a container's array, and values one after another, one a line or not. Keeps only the
 * object at hand, so memory is flat; objects and their own members are found by structure alone,
 * so a nested or quoted look-alike never counts.
 *
 * After a broken object it goes on with the next one that it can be sure of: the next line, or the
 * next object in the array that begins like the others.
 */
export class ObjectScanner {
  readonly #options: ScanOptions;
  readonly #containers: readonly Buffer[];
  /** For each depth, the byte that closes it. */
  readonly #closers: Uint8Array;
  readonly #members: OwnMembers;
  readonly #lines = new LineBreaks();

  #bytes: Buffer = Buffer.alloc(0);
  /** Next byte to look at, and the first one not to look at yet. */
  #at = 0;
  #end = 0;
  /** Where the object at hand begins; nowhere between objects and in the rest of a container. */
  #start = nowhere;
  #depth = 0;
  /** Depth at which objects are elements: 0, 1 in a bare array, 2 in a container's. */
  #base = 0;
  #count = 0;
  /** `blind` skips by counting brackets; `seek` skips to where an object surely begins. */
  #mode: 'read' | 'blind' | 'seek' = 'read';
  readonly #skip = new Skip();
  /** Last byte that was no space and no part of a string. */
  #previous = 0;
  /** Where to go on in a string of which the end was not there yet. */
  #resume = 0;
  #inContainer = false;
  #opening: Buffer;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#containers = options.containers.map((name) => Buffer.from(name));
    this.#closers = new Uint8Array(options.maxDepth + 4);
    this.#members = new OwnMembers(options.watched);
    this.#opening = Buffer.from(`"${options.opening}"`);
  }

  /** Takes the next chunk, which must not change until the next call. */
  write(chunk: Uint8Array, sink: ScanSink): void {
    const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length === 0 ? view : Buffer.concat([this.#bytes, view]);
    this.#run(sink);
    while (this.#mode === 'read' && this.#bytes.length - this.#keep() > this.#options.maxBytes) {
      this.#report(sink, 'too-large', this.#start !== nowhere);
      this.#goBlind();
      this.#run(sink);
    }
    this.#release();
  }

  /** Call once, after the last chunk. */
  end(sink: ScanSink): void {
    while (this.#mode === 'read' && this.#depth > 0) {
      const start = this.#start;
      this.#report(sink, this.#lines.endValues ? 'broken' : 'cut-off', start !== nowhere);
      if (start === nowhere) return;
      this.#resync(start + 1);
      this.#run(sink);
    }
  }

  #run(sink: ScanSink): void {
    for (;;) {
      const line = this.#lines.matter ? this.#bytes.indexOf(newline, this.#at) : nowhere;
      this.#end = line === nowhere ? this.#bytes.length : line;
      if (this.#step(sink) === 'again') continue;
      if (line === nowhere) return;
      this.#endLine(sink, line);
    }
  }

  #step(sink: ScanSink): Step {
    if (this.#at >= this.#end) return 'wait';
    switch (this.#mode) {
      case 'read':
        return this.#depth === this.#base ? this.#between(sink) : this.#inside(sink);
      case 'blind':
        return this.#skipBlindly();
      case 'seek':
        return this.#seek();
    }
  }

  /** Between two elements, or before, after or between values. */
  #between(sink: ScanSink): Step {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < this.#end && (isSpace(bytes[at]) || bytes[at] === comma)) at++;
    this.#at = at;
    if (at >= this.#end) return 'wait';
    const byte = bytes[at];
    if (byte === openBrace) return this.#begin();
    if (byte === openBracket && this.#base === 0) {
      this.#lines.beginValue(at);
      return this.#enterArray(1);
    }
    if (byte === closeBracket && this.#base > 0) return this.#leaveArray();
    return this.#base === 0 ? this.#skipText(sink) : this.#skipElement(sink);
  }

  #begin(): Step {
    if (this.#base === 0) this.#lines.beginValue(this.#at);
    this.#start = this.#at;
    this.#at++;
    this.#depth = this.#base + 1;
    this.#closers[this.#depth] = closeBrace;
    this.#previous = openBrace;
    this.#members.clear();
    this.#inContainer = false;
    return 'again';
  }

  /** With `#at` at the bracket. */
  #enterArray(base: number): Step {
    this.#at++;
    this.#base = base;
    this.#depth = base;
    this.#start = nowhere;
    return 'again';
  }

  #leaveArray(): Step {
    this.#at++;
    this.#depth = this.#base - 1;
    this.#base = 0;
    this.#previous = closeBracket;
    if (this.#depth === 0) this.#lines.endValue(this.#bytes, this.#at);
    return 'again';
  }

  /** Inside an object, or in the rest of a container. */
  #inside(sink: ScanSink): Step {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        const next = this.#string(at);
        if (next < 0) {
          this.#at = at;
          return next === unfinished ? 'wait' : this.#breakOff(sink);
        }
        at = next;
        continue;
      }
      if (byte === openBrace || byte === openBracket) {
        this.#at = at;
        if (!this.#mayOpen()) return this.#breakOff(sink);
        if (byte === openBracket && this.#depth === 1 && this.#inContainer) {
          return this.#enterArray(2);
        }
        if (!this.#open(byte)) return this.#skipDeep(sink);
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#at = at + 1;
        if (this.#closers[this.#depth] !== byte) return this.#breakOff(sink);
        this.#depth--;
        if (this.#depth === this.#base) return this.#finish(sink);
      }
      if (byte > 0x20) this.#previous = byte;
      at++;
    }
    this.#at = at;
    return 'wait';
  }

  #mayOpen(): boolean {
    if (this.#previous === colon) return true;
    const inArray = this.#closers[this.#depth] === closeBracket;
    return inArray && (this.#previous === comma || this.#previous === openBracket);
  }

  #open(byte: number): boolean {
    if (this.#depth - this.#base >= this.#options.maxDepth) return false;
    this.#depth++;
    this.#closers[this.#depth] = byte === openBrace ? closeBrace : closeBracket;
    return true;
  }

  /**
   * Passes the string at `start`; gives the offset where to go on. Looking at what follows each
   * string finds a missing quote at once, before the next objects are taken for its content.
   */
  #string(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    const resumed = this.#resume > start;
    let at = resumed ? this.#resume : start + 1;
    let escaped = resumed;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === quote) break;
      if (byte === backslash) {
        escaped = true;
        at++;
      }
    }
    let after = at + 1;
    while (after < end && isSpace(bytes[after])) after++;
    if (after >= end) {
      this.#resume = at;
      return unfinished;
    }
    this.#resume = 0;
    const next = bytes[after];
    const isName = this.#previous !== colon && this.#closers[this.#depth] === closeBrace;
    if (isName !== (next === colon)) return broken;
    if (!isName) {
      return next === comma || next === closeBrace || next === closeBracket ? after : broken;
    }
    if (this.#depth === this.#base + 1) this.#member(start + 1, at, after + 1, escaped);
    this.#previous = colon;
    return after + 1;
  }

  /** Notes a member of the object itself: its name without quotes, and where its value begins. */
  #member(from: number, to: number, value: number, escaped: boolean): void {
    const bytes = this.#bytes;
    this.#members.note(bytes, from, to, value, escaped);
    if (this.#base === 0) {
      this.#inContainer = this.#containers.some((name) => isText(bytes, from, to, name));
    } else if (this.#previous === openBrace && !isText(bytes, from - 1, to + 1, this.#opening)) {
      this.#opening = Buffer.from(bytes.subarray(from - 1, to + 1));
    }
  }

  #finish(sink: ScanSink): Step {
    const start = this.#start;
    this.#start = nowhere;
    if (start !== nowhere && this.#at - start > this.#options.maxBytes) {
      this.#report(sink, 'too-large', true);
    } else if (start !== nowhere) {
      sink.object({
        bytes: this.#bytes,
        start,
        end: this.#at,
        index: this.#count++,
        members: this.#members.offsets,
        escapedNames: this.#members.escapedNames,
      });
    }
    if (this.#depth === 0) this.#lines.endValue(this.#bytes, this.#at);
    return 'again';
  }

  /** At the end of a line that must complete its value. */
  #endLine(sink: ScanSink, line: number): void {
    this.#at = line + 1;
    if (this.#mode === 'read') {
      if (this.#depth === 0) return;
      if (this.#resume <= 0 && this.#lines.continueAt(this.#bytes, line)) return;
      this.#report(sink, 'broken', this.#start !== nowhere);
    }
    this.#mode = 'read';
    this.#depth = 0;
    this.#base = 0;
    this.#start = nowhere;
    this.#resume = 0;
  }

  /** First byte that is still needed. */
  #keep(): number {
    return Math.min(this.#start === nowhere ? this.#at : this.#start, this.#bytes.length);
  }

  /** Forgets the bytes that were dealt with. */
  #release(): void {
    const from = this.#keep();
    this.#lines.release(this.#bytes, from);
    this.#bytes = this.#bytes.subarray(from);
    this.#at -= from;
    this.#resume -= from;
    if (this.#start !== nowhere) this.#start -= from;
    this.#members.shift(from);
  }

  #report(sink: ScanSink, kind: FlawKind, counts: boolean): void {
    if (counts) sink.flaw({ kind, index: this.#count++ });
    else sink.flaw({ kind });
  }

  #breakOff(sink: ScanSink): Step {
    this.#report(sink, 'broken', this.#start !== nowhere);
    this.#resync(this.#start === nowhere ? this.#at : this.#start + 1);
    return 'again';
  }

  #resync(from: number): void {
    this.#at = from;
    this.#mode = 'seek';
    this.#depth = this.#base;
    this.#start = nowhere;
    this.#resume = 0;
    if (this.#base === 0) this.#lines.giveUpValue();
  }

  #seek(): Step {
    const { at, found } =
      this.#base === 0
        ? seekLine(this.#bytes, this.#at, this.#end)
        : seekObject(this.#bytes, this.#at, this.#end, this.#opening);
    this.#at = at;
    if (found) this.#mode = 'read';
    return found ? 'again' : 'wait';
  }

  #skipDeep(sink: ScanSink): Step {
    this.#report(sink, 'too-deep', this.#start !== nowhere);
    this.#goBlind();
    return 'again';
  }

  /** Gives up on the object at hand. */
  #goBlind(): void {
    const quoted = this.#resume > 0;
    this.#skip.begin(this.#depth - this.#base, quoted);
    if (quoted) this.#at = this.#resume;
    this.#resume = 0;
    this.#start = nowhere;
    this.#depth = this.#base;
    this.#mode = 'blind';
  }

  #skipBlindly(): Step {
    this.#at = this.#skip.pass(this.#bytes, this.#at, this.#end);
    if (!this.#skip.done) return 'wait';
    this.#mode = 'read';
    if (this.#depth === 0) this.#lines.endValue(this.#bytes, this.#at);
    return 'again';
  }

  /** Text outside of any JSON value. */
  #skipText(sink: ScanSink): Step {
    this.#report(sink, 'not-json', true);
    this.#resync(this.#at);
    return 'again';
  }

  /** An element that is no object. */
  #skipElement(sink: ScanSink): Step {
    const byte = this.#bytes[this.#at];
    if (byte === closeBrace) {
      this.#report(sink, 'broken', false);
      this.#at++;
      return 'again';
    }
    this.#report(sink, 'not-an-object', true);
    this.#skip.beginAt(byte);
    this.#mode = 'blind';
    return 'again';
  }
}
