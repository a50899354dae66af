/*
 * The file that `scripts/derived-rules.ts` writes and `load.ts` reads: lines compressed with
 * brotli. Line 1 is the header, then each line is an operation: `eventSource:Operation TAB targets
 * as JSON`. A line is parsed when its operation is requested.
 */

export interface DerivedHeader {
  readonly format: 1;
  /** The provider and its version, whose call graph and schema the operations come from. */
  readonly provider: string;
  readonly version: string;
  /** The number of lines with operations. */
  readonly operations: number;
}

/** The effect of a call on a resource: `put` creates or replaces it, `update` changes it. */
export type WireKind = 'create' | 'put' | 'update' | 'delete' | 'tag' | 'untag';

/** One type that an operation can change. */
export interface WireTarget {
  readonly type: string;
  readonly kind: WireKind;
  /**
   * Alternatives: attribute -> the path of its value, `q.` in the request and `r.` in the response.
   */
  readonly keys: readonly Readonly<Record<string, string>>[];
  readonly members?: WireMembers;
  /** The member with the tags, or with the keys of the removed tags. */
  readonly tags?: string;
  /** The provider imports by the generated id in the response. */
  readonly importable?: 1;
}

/**
 * Request members by name (several spellings separated by `|`): `attribute:conversion`,
 * `attribute:?` if the member belongs to that attribute but its value cannot be converted, `-` for
 * members that change nothing, or the members of a structure. The member '' of a structure is the
 * path of its block with a final dot, or '' for a structure that is only a wrapper.
 */
export interface WireMembers {
  readonly [member: string]: string | WireMembers;
}

/** The last part of a member's code. */
export type WireConversion = 't' | 'n' | 'b' | 'l' | 's' | 'm' | '?';
