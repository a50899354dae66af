import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import type { AuditItem, DropReason } from './types.ts';

/** Where a record comes from, and what its envelope says of it. */
export interface RecordSource {
  readonly place: Place;
  /** SHA-256 of the record's own text; of its canonical JSON where an envelope holds it. */
  readonly digest: string;
  /** The cluster that an envelope names; the record itself does not. */
  readonly cluster?: string;
}

/** What becomes of a record. */
export type Taken =
  /** Good, and counted by the dialect; the items may come later, when all logs are read. */
  | { readonly kind: 'items'; readonly items: readonly AuditItem[] }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/**
 * The way in which one cloud writes its audit records. One instance serves all files of a reading,
 * since the records of a call, and its duplicates, may be anywhere.
 */
export interface Dialect {
  /** True for an object with members that only a record of this cloud has. */
  knows(object: JsonObject): boolean;
  /** Takes an object that it knows. */
  take(record: JsonObject, source: RecordSource): Taken;
  /** What waited for the end of all logs. */
  rest(): readonly AuditItem[];
}
