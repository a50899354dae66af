import type { AuditEvent } from '../../model/event.ts';
import type { AuditCounts, AuditItem } from '../cloudtrail/types.ts';

/** Why a log entry is not among the kept events. */
export type GcpDropReason =
  | 'read-only'
  | 'failed'
  | 'dry-run'
  /** The same entry (log, time and insertId) was read before. */
  | 'duplicate'
  /** A further entry of a long-running operation, of which one event is made. */
  | 'folded'
  /** The operation began, and the log does not say how it ended. */
  | 'unfinished'
  | 'sign-in'
  /** Use of data or of a service (`Predict`, `AuthorizeUser`), by which no setting changes. */
  | 'data-access'
  /** A log entry that is no audit record, e.g. of an application. */
  | 'not-audit'
  /** A problem was reported for it. */
  | 'invalid';

/** `read` = `kept` + all of `dropped`, once the reading is done. */
export type GcpCounts = AuditCounts<GcpDropReason>;

export type GcpItem =
  | Exclude<AuditItem, { readonly kind: 'superseded' }>
  /**
   * A call that was accepted; its operation had not ended when the log did. It may still fail, so
   * its values are no fact yet: read on, or ask the resource.
   */
  | { readonly kind: 'unfinished'; readonly event: AuditEvent };

/** To be iterated once; `counts` is complete after that. */
export interface GcpReading extends AsyncIterable<GcpItem> {
  counts(): GcpCounts;
}
