import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isSpaceByte,
  isText,
  newline,
  openBrace,
  openBracket,
  quoteByte,
} from './bytes.ts';
import { LineBreaks } from './lines.ts';
import { OwnMembers } from './members.ts';
import { type OnMember, passPlain, type ScanStanding } from './pass.ts';
import { seekLine, seekObject } from './seek.ts';
import { Skip } from './skip.ts';
import type { FlawKind, ScanOptions, ScanSink } from './types.ts';
import { ScanWindow } from './window.ts';

const nowhere = -1;

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
  readonly #here: ScanStanding;
  readonly #members: OwnMembers;
  readonly #lines = new LineBreaks();

  readonly #window = new ScanWindow();
  #bytes = this.#window.bytes;
  /** First byte not to look at yet. */
  #end = 0;
  /** Where the object at hand begins; nowhere between objects and in the rest of a container. */
  #start = nowhere;
  /** Depth at which objects are elements: 0, 1 in a bare array, 2 in a container's. */
  #base = 0;
  #count = 0;
  /** `blind` skips by counting brackets; `seek` skips to where an object surely begins. */
  #mode: 'read' | 'blind' | 'seek' = 'read';
  readonly #skip = new Skip();
  /** Where to go on in a string of which the end was not there yet. */
  #resume = 0;
  #inContainer = false;
  #opening: Buffer;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#containers = options.containers.map((name) => Buffer.from(name));
    const closers = new Uint8Array(options.maxDepth + 4);
    this.#here = { at: 0, depth: 0, previous: 0, closers };
    this.#members = new OwnMembers(options.watched);
    this.#opening = Buffer.from(`"${options.opening}"`);
  }

  write(chunk: Uint8Array, sink: ScanSink): void {
    this.#window.append(chunk);
    this.#bytes = this.#window.bytes;
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
    while (this.#mode === 'read' && this.#here.depth > 0) {
      const start = this.#start;
      this.#report(sink, this.#lines.endValues ? 'broken' : 'cut-off', start !== nowhere);
      if (start === nowhere) return;
      this.#resync(start + 1);
      this.#run(sink);
    }
  }

  #run(sink: ScanSink): void {
    for (;;) {
      const line = this.#lines.matter ? this.#bytes.indexOf(newline, this.#here.at) : nowhere;
      this.#end = line === nowhere ? this.#bytes.length : line;
      if (this.#step(sink) === 'again') continue;
      if (line === nowhere) return;
      this.#endLine(sink, line);
    }
  }

  #step(sink: ScanSink): Step {
    if (this.#here.at >= this.#end) return 'wait';
    switch (this.#mode) {
      case 'read':
        return this.#here.depth === this.#base ? this.#between(sink) : this.#inside(sink);
      case 'blind':
        return this.#skipBlindly();
      case 'seek':
        return this.#seek();
    }
  }

  /** Between two elements, or before, after or between values. */
  #between(sink: ScanSink): Step {
    const bytes = this.#bytes;
    let at = this.#here.at;
    while (at < this.#end && (isSpaceByte(bytes[at]) || bytes[at] === comma)) at++;
    this.#here.at = at;
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
    if (this.#base === 0) this.#lines.beginValue(this.#here.at);
    this.#start = this.#here.at;
    this.#here.at++;
    this.#here.depth = this.#base + 1;
    this.#here.closers[this.#here.depth] = closeBrace;
    this.#here.previous = openBrace;
    this.#members.clear();
    this.#inContainer = false;
    return 'again';
  }

  /** With `#at` at the bracket. */
  #enterArray(base: number): Step {
    this.#here.at++;
    this.#base = base;
    this.#here.depth = base;
    this.#start = nowhere;
    return 'again';
  }

  #leaveArray(): Step {
    this.#here.at++;
    this.#here.depth = this.#base - 1;
    this.#base = 0;
    this.#here.previous = closeBracket;
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
    return 'again';
  }

  /** Inside an object, or in the rest of a container. */
  #inside(sink: ScanSink): Step {
    const here = this.#here;
    while (here.at < this.#end) {
      if (this.#resume <= here.at) {
        passPlain(this.#bytes, this.#end, this.#base + 1, here, this.#onMember);
        if (here.at >= this.#end) break;
      }
      const step = this.#token(this.#bytes[here.at] ?? 0, sink);
      if (step !== undefined) return step;
    }
    return 'wait';
  }

  /** Passes a bracket, or a string; undefined means that the object goes on. */
  #token(byte: number, sink: ScanSink): Step | undefined {
    if (byte === quoteByte) return this.#string(sink);
    if (byte === openBrace || byte === openBracket) return this.#open(byte, sink);
    this.#here.at++;
    if (this.#here.closers[this.#here.depth] !== byte) return this.#breakOff(sink);
    this.#here.depth--;
    if (this.#here.depth === this.#base) return this.#finish(sink);
    this.#here.previous = byte;
    return undefined;
  }

  #open(byte: number, sink: ScanSink): Step | undefined {
    if (!this.#mayOpen()) return this.#breakOff(sink);
    if (byte === openBracket && this.#here.depth === 1 && this.#inContainer)
      return this.#enterArray(2);
    if (this.#here.depth - this.#base >= this.#options.maxDepth) return this.#skipDeep(sink);
    this.#here.at++;
    this.#here.depth++;
    this.#here.closers[this.#here.depth] = byte === openBrace ? closeBrace : closeBracket;
    this.#here.previous = byte;
    return undefined;
  }

  #mayOpen(): boolean {
    if (this.#here.previous === colon) return true;
    const inArray = this.#here.closers[this.#here.depth] === closeBracket;
    return inArray && (this.#here.previous === comma || this.#here.previous === openBracket);
  }

  /**
   * Passes a string, which may have spaces behind it or may not be whole yet. Looking at what
   * follows finds a missing quote at once, before the next objects are taken for its content.
   */
  #string(sink: ScanSink): Step | undefined {
    const bytes = this.#bytes;
    const end = this.#end;
    let close = this.#resume > this.#here.at ? this.#resume : this.#here.at + 1;
    while (close < end && bytes[close] !== quoteByte) close += bytes[close] === backslash ? 2 : 1;
    let after = close + 1;
    while (after < end && isSpaceByte(bytes[after])) after++;
    if (after >= end) {
      this.#resume = close;
      return 'wait';
    }
    this.#resume = 0;
    const next = bytes[after];
    const isName =
      this.#here.previous !== colon && this.#here.closers[this.#here.depth] === closeBrace;
    const ends = next === comma || next === closeBrace || next === closeBracket;
    if (isName ? next !== colon : !ends) return this.#breakOff(sink);
    if (isName) {
      const own = this.#here.depth === this.#base + 1;
      if (own) this.#onMember(this.#here.at + 1, close, after + 1, this.#here.previous, true);
      this.#here.previous = colon;
      after++;
    }
    this.#here.at = after;
    return undefined;
  }

  readonly #onMember: OnMember = (from, to, value, previous, mayHaveEscape) => {
    const bytes = this.#bytes;
    this.#members.note(bytes, from, to, value, mayHaveEscape);
    if (this.#base === 0) {
      this.#inContainer = this.#containers.some((name) => isText(bytes, from, to, name));
    } else if (previous === openBrace && !isText(bytes, from - 1, to + 1, this.#opening)) {
      this.#opening = Buffer.from(bytes.subarray(from - 1, to + 1));
    }
  };

  #finish(sink: ScanSink): Step {
    const start = this.#start;
    this.#start = nowhere;
    if (start !== nowhere && this.#here.at - start > this.#options.maxBytes) {
      this.#report(sink, 'too-large', true);
    } else if (start !== nowhere) {
      sink.object({
        bytes: this.#bytes,
        start,
        end: this.#here.at,
        index: this.#count++,
        members: this.#members.offsets,
        escapedNames: this.#members.escapedNames,
      });
    }
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
    return 'again';
  }

  /** At the end of a line that must complete its value. */
  #endLine(sink: ScanSink, line: number): void {
    this.#here.at = line + 1;
    if (this.#mode === 'read') {
      if (this.#here.depth === 0) return;
      if (this.#resume <= 0 && this.#lines.continueAt(this.#bytes, line)) return;
      this.#report(sink, 'broken', this.#start !== nowhere);
    }
    this.#mode = 'read';
    this.#here.depth = 0;
    this.#base = 0;
    this.#start = nowhere;
    this.#resume = 0;
  }

  /** First byte that is still needed. */
  #keep(): number {
    return Math.min(this.#start === nowhere ? this.#here.at : this.#start, this.#bytes.length);
  }

  /** Forgets the bytes that were dealt with. */
  #release(): void {
    const from = this.#keep();
    this.#lines.release(this.#bytes, from);
    this.#window.drop(from);
    this.#bytes = this.#window.bytes;
    this.#here.at -= from;
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
    this.#resync(this.#start === nowhere ? this.#here.at : this.#start + 1);
    return 'again';
  }

  #resync(from: number): void {
    this.#here.at = from;
    this.#mode = 'seek';
    this.#here.depth = this.#base;
    this.#start = nowhere;
    this.#resume = 0;
    if (this.#base === 0) this.#lines.giveUpValue();
  }

  #seek(): Step {
    const { at, found } =
      this.#base === 0
        ? seekLine(this.#bytes, this.#here.at, this.#end)
        : seekObject(this.#bytes, this.#here.at, this.#end, this.#opening);
    this.#here.at = at;
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
    this.#skip.begin(this.#here.depth - this.#base, quoted);
    if (quoted) this.#here.at = this.#resume;
    this.#resume = 0;
    this.#start = nowhere;
    this.#here.depth = this.#base;
    this.#mode = 'blind';
  }

  #skipBlindly(): Step {
    this.#here.at = this.#skip.pass(this.#bytes, this.#here.at, this.#end);
    if (!this.#skip.done) return 'wait';
    this.#mode = 'read';
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
    return 'again';
  }

  /** Text outside of any JSON value. */
  #skipText(sink: ScanSink): Step {
    this.#report(sink, 'not-json', true);
    this.#resync(this.#here.at);
    return 'again';
  }

  /** An element that is no object. */
  #skipElement(sink: ScanSink): Step {
    const byte = this.#bytes[this.#here.at];
    if (byte === closeBrace) {
      this.#report(sink, 'broken', false);
      this.#here.at++;
      return 'again';
    }
    this.#report(sink, 'not-an-object', true);
    this.#skip.beginAt(byte);
    this.#mode = 'blind';
    return 'again';
  }
}
