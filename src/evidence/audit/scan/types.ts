/** What is wrong with a piece of the input. */
export type FlawKind =
  /** Brackets, quotes or commas do not match, so the end of the value cannot be determined. */
  | 'broken'
  /** The input ends in the middle of a value. */
  | 'cut-off'
  | 'too-large'
  | 'too-deep'
  /** A number, string or array instead of an object. */
  | 'not-an-object'
  /** Text that does not begin a JSON object or array. */
  | 'not-json';

/** Receives what the scanner finds, in input order, during `write` and `end`. */
export interface ScanSink {
  /**
   * One object, as bytes `start` to `end` of `bytes`, which are valid during the call only. Its
   * brackets and quotes are balanced; JSON.parse has to check the rest. `members` holds, for each
   * watched name, the offset in `bytes` of the object's own member value, or -1. With
   * `escapedNames` some own member name has an escape, so that -1 proves nothing.
   */
  object(found: {
    readonly bytes: Buffer;
    readonly start: number;
    readonly end: number;
    readonly index: number;
    readonly members: Int32Array;
    readonly escapedNames: boolean;
  }): void;
  /** `index` is missing if no object is lost, as when only the closing bracket is missing. */
  flaw(flaw: { readonly kind: FlawKind; readonly index?: number }): void;
}

export interface ScanOptions {
  /** Names of an outer object's members whose array holds the objects: `{"Records": [...]}`. */
  readonly containers: readonly string[];
  /** Names of the objects' own members whose value offsets are needed. */
  readonly watched: readonly string[];
  /** Name with which most objects begin: where to continue after a broken one. */
  readonly opening: string;
  /** Larger objects are skipped. */
  readonly maxBytes: number;
  /** Objects nested deeper are skipped. */
  readonly maxDepth: number;
}
