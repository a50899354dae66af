import { closeBrace, closeBracket, isSeparator, newline, openBrace, openBracket } from './bytes.ts';
import { ElementReader, nowhere } from './element.ts';
import { LineBreaks } from './lines.ts';
import type { ScanState } from './pass.ts';
import { seekLine, seekObject } from './seek.ts';
import { Skip } from './skip.ts';
import type { FlawKind, ScanOptions, ScanSink } from './types.ts';
import { ScanWindow } from './window.ts';

/** `again`: the state changed, so look again. `wait`: nothing to do before more input. */
type Step = 'again' | 'wait';

/**
 * Finds the objects of a JSON text that arrives in chunks cut anywhere: elements of a top-level
 * array or of a container's array, and values one after another, on lines of their own or not.
 * Keeps only the current object, so memory is flat; objects and their own members are found by
 * structure alone, so a nested or quoted look-alike never counts.
 *
 * After a broken object it continues with the next one that it can be sure of: the next line, or
 * the next object in the array that begins like the others.
 */
export class ObjectScanner {
  readonly #options: ScanOptions;
  readonly #element: ElementReader;
  readonly #here: ScanState;
  readonly #lines = new LineBreaks();
  readonly #window = new ScanWindow();
  #bytes = this.#window.bytes;
  /** The first byte that must not be examined yet. */
  #end = 0;
  #count = 0;
  /** `blind` skips by counting brackets; `seek` skips to where an object certainly begins. */
  #mode: 'read' | 'blind' | 'seek' = 'read';
  readonly #skip = new Skip();

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#element = new ElementReader(options);
    this.#here = this.#element.here;
  }

  write(chunk: Uint8Array, sink: ScanSink): void {
    this.#window.append(chunk);
    this.#bytes = this.#window.bytes;
    this.#run(sink);
    while (this.#mode === 'read' && this.#bytes.length - this.#keep() > this.#options.maxBytes) {
      this.#report(sink, 'too-large');
      this.#goBlind();
      this.#run(sink);
    }
    this.#release();
  }

  /** Call once, after the last chunk. */
  end(sink: ScanSink): void {
    while (this.#mode === 'read' && this.#here.depth > 0) {
      const start = this.#element.start;
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
        return this.#here.depth === this.#element.base ? this.#between(sink) : this.#inside(sink);
      case 'blind':
        return this.#skipBlindly();
      case 'seek':
        return this.#seek();
    }
  }

  /** Handles what is between two elements, or before, after or between values. */
  #between(sink: ScanSink): Step {
    const bytes = this.#bytes;
    let at = this.#here.at;
    while (at < this.#end && isSeparator(bytes[at])) at++;
    this.#here.at = at;
    if (at >= this.#end) return 'wait';
    const byte = bytes[at];
    if (byte === openBrace) return this.#begin();
    if (byte === openBracket && this.#element.base === 0) {
      this.#lines.beginValue(at);
      this.#element.enterArray(1);
      return 'again';
    }
    if (byte === closeBracket && this.#element.base > 0) return this.#leaveArray();
    return this.#element.base === 0 ? this.#skipText(sink) : this.#skipElement(sink);
  }

  #begin(): Step {
    if (this.#element.base === 0) this.#lines.beginValue(this.#here.at);
    this.#element.begin();
    return 'again';
  }

  #leaveArray(): Step {
    this.#element.leaveArray();
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
    return 'again';
  }

  /** Handles the inside of an object, or the rest of a container. */
  #inside(sink: ScanSink): Step {
    switch (this.#element.read(this.#bytes, this.#end)) {
      case 'wait':
        return 'wait';
      case 'closed':
        this.#finish(sink);
        return 'again';
      case 'container':
        this.#element.enterArray(2);
        return 'again';
      case 'broken':
        this.#report(sink, 'broken');
        this.#resync(this.#element.start === nowhere ? this.#here.at : this.#element.start + 1);
        return 'again';
      case 'too-deep':
        this.#report(sink, 'too-deep');
        this.#goBlind();
        return 'again';
    }
  }

  #finish(sink: ScanSink): void {
    const start = this.#element.start;
    this.#element.start = nowhere;
    if (start !== nowhere && this.#here.at - start > this.#options.maxBytes) {
      this.#report(sink, 'too-large', true);
    } else if (start !== nowhere) {
      sink.object({
        bytes: this.#bytes,
        start,
        end: this.#here.at,
        index: this.#count++,
        members: this.#element.members.offsets,
        escapedNames: this.#element.members.escapedNames,
      });
    }
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
  }

  /** Handles the end of a line that must complete its value. */
  #endLine(sink: ScanSink, line: number): void {
    this.#here.at = line + 1;
    if (this.#mode === 'read') {
      if (this.#here.depth === 0) return;
      if (this.#element.resume <= 0 && this.#lines.continueAt(this.#bytes, line)) return;
      this.#report(sink, 'broken');
    }
    this.#mode = 'read';
    this.#element.base = 0;
    this.#element.giveUp();
  }

  /** The first byte that is still needed. */
  #keep(): number {
    return Math.min(this.#element.oldest, this.#bytes.length);
  }

  /** Drops the bytes that were handled. */
  #release(): void {
    const from = this.#keep();
    this.#lines.release(this.#bytes, from);
    this.#window.drop(from);
    this.#bytes = this.#window.bytes;
    this.#element.shift(from);
  }

  #report(sink: ScanSink, kind: FlawKind, counts = this.#element.start !== nowhere): void {
    if (counts) sink.flaw({ kind, index: this.#count++ });
    else sink.flaw({ kind });
  }

  #resync(from: number): void {
    this.#here.at = from;
    this.#mode = 'seek';
    this.#element.giveUp();
    if (this.#element.base === 0) this.#lines.giveUpValue();
  }

  #seek(): Step {
    const { at, found } =
      this.#element.base === 0
        ? seekLine(this.#bytes, this.#here.at, this.#end)
        : seekObject(this.#bytes, this.#here.at, this.#end, this.#element.opening);
    this.#here.at = at;
    if (found) this.#mode = 'read';
    return found ? 'again' : 'wait';
  }

  /** Gives up on the current object. */
  #goBlind(): void {
    const quoted = this.#element.resume > 0;
    this.#skip.begin(this.#here.depth - this.#element.base, quoted);
    if (quoted) this.#here.at = this.#element.resume;
    this.#element.giveUp();
    this.#mode = 'blind';
  }

  #skipBlindly(): Step {
    this.#here.at = this.#skip.pass(this.#bytes, this.#here.at, this.#end);
    if (!this.#skip.done) return 'wait';
    this.#mode = 'read';
    if (this.#here.depth === 0) this.#lines.endValue(this.#bytes, this.#here.at);
    return 'again';
  }

  /** Skips text outside of any JSON value. */
  #skipText(sink: ScanSink): Step {
    this.#report(sink, 'not-json', true);
    this.#resync(this.#here.at);
    return 'again';
  }

  /** Skips an element that is not an object. */
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
