import { isUtf8 } from 'node:buffer';
import { ObjectScanner } from '../../evidence/audit/scan/scanner.ts';
import type { ScanSink } from '../../evidence/audit/scan/types.ts';
import type { Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';

/** The readers do not accept larger records. */
const maxRecordBytes = 8 * 1024 * 1024;
export const maxDepth = 100;

/** An object of a log, as its original text and as a value. */
export interface Slice {
  readonly text: string;
  readonly value: Json;
}

type Found = Parameters<ScanSink['object']>[0];

/** Cuts the objects out of the text of a log or an answer, so that no digit of a number is lost. */
export class Slices implements ScanSink {
  readonly #scanner: ObjectScanner;
  readonly #isIgnored: (found: Found) => boolean;
  #found: Slice[] = [];
  #ignored = 0;
  #flaws = 0;

  constructor({
    container,
    opening,
    watched = [],
    isIgnored = () => false,
  }: {
    /** Member whose array holds the objects. */
    readonly container: string;
    readonly opening: string;
    readonly watched?: readonly string[];
    /** Decides by the watched members; ignored objects are only counted. */
    readonly isIgnored?: (found: Found) => boolean;
  }) {
    this.#isIgnored = isIgnored;
    this.#scanner = new ObjectScanner({
      containers: [container],
      watched,
      opening,
      maxBytes: maxRecordBytes,
      maxDepth,
    });
  }

  write(chunk: Uint8Array): void {
    this.#scanner.write(chunk, this);
  }

  end(): void {
    this.#scanner.end(this);
  }

  /** What was found since the last call. */
  take(): { readonly found: readonly Slice[]; readonly ignored: number; readonly flaws: number } {
    const taken = { found: this.#found, ignored: this.#ignored, flaws: this.#flaws };
    this.#found = [];
    this.#ignored = 0;
    this.#flaws = 0;
    return taken;
  }

  object(found: Found): void {
    if (this.#isIgnored(found)) {
      this.#ignored += 1;
      return;
    }
    const { bytes, start, end } = found;
    const raw = bytes.subarray(start, end);
    const text = raw.toString('utf8');
    const value = isUtf8(raw) ? parsedJson(text) : undefined;
    if (value === undefined) this.#flaws += 1;
    else this.#found.push({ text, value });
  }

  flaw(): void {
    this.#flaws += 1;
  }
}

/** The objects in the array of one complete answer. */
export function sliceObjects(text: string, container: string, opening: string) {
  const slices = new Slices({ container, opening });
  slices.write(Buffer.from(text));
  slices.end();
  return slices.take();
}
