/*
 * The file that `scripts/aws-breadth.ts` writes and `load.ts` reads: brotli over lines. Line 1 is
 * the header, then one line an operation: `eventSource:Operation TAB targets as JSON`. A line is
 * parsed when its operation is requested.
 */

export interface DerivedHeader {
  readonly format: 1;
  /** Provider and version whose call graph and schema the operations come from. */
  readonly provider: string;
  readonly version: string;
  /** Number of operation lines. */
  readonly operations: number;
}

/**
 * What a call does to a resource: makes it, makes or replaces it, changes it, ends it, tags or
 * untags it.
 */
export type WireKind = 'create' | 'put' | 'update' | 'delete' | 'tag' | 'untag';

/** One type that an operation can change. */
export interface WireTarget {
  readonly type: string;
  readonly kind: WireKind;
  /** Alternatives: attribute -> where its value is, `q.` in the request and `r.` in the response. */
  readonly keys: readonly Readonly<Record<string, string>>[];
  readonly members?: WireMembers;
  /** Member with the tags, or with the keys of the tags that go. */
  readonly tags?: string;
  /** The generated id of the response is what the provider imports by. */
  readonly importable?: 1;
}

/**
 * Request members by name (several spellings with `|`): `attribute:conversion`, `attribute:?` where
 * the member is that attribute's but its value does not carry over, `-` for members that change
 * nothing, or the members of a structure. The member '' of a structure is the path of its block
 * with a final dot, or '' for a structure that only wraps.
 */
export interface WireMembers {
  readonly [member: string]: string | WireMembers;
}

/** Last part of a member's code. */
export type WireConversion = 't' | 'n' | 'b' | 'l' | 's' | 'm' | '?';
