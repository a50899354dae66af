import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import type { AuditItem, DropReason } from './types.ts';

/** The place of a record, and what its envelope says about it. */
export interface RecordSource {
  readonly place: Place;
  /**
   * SHA-256 of the record's own text, or of its canonical JSON if an envelope holds it as an
   * object.
   */
  readonly digest: string;
  /** The cluster that an envelope names, since the record itself does not. */
  readonly cluster?: string;
}

/** The result for a record. */
export type Taken =
  /** Valid, and counted by the dialect; the items may come later, when all logs are read. */
  | { readonly kind: 'items'; readonly items: readonly AuditItem[] }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'invalid'; readonly problem: Problem };

/**
 * The format in which one cloud writes its audit records. One instance serves all files of a
 * reading, since the records of a call, and its duplicates, may be anywhere.
 */
export interface Dialect {
  /** True for an object with members that only a record of this cloud has. */
  knows(object: JsonObject): boolean;
  /** Takes an object for which `knows` is true. */
  take(record: JsonObject, source: RecordSource): Taken;
  /** Items that had to wait for the end of all logs, if the dialect has such. */
  rest?(): readonly AuditItem[];
}
