import type { AuditEvent } from '../../model/event.ts';
import type { Problem } from '../../model/result.ts';
import type { FileSource } from '../files/types.ts';

/** Why a record is not among the kept events. */
export type DropReason =
  | 'read-only'
  | 'failed'
  | 'dry-run'
  /** The same event, or the same call as another account saw it, was read before. */
  | 'duplicate'
  /** A later record (CloudTrail's addendum) replaces it. */
  | 'corrected'
  | 'sign-in'
  | 'insight'
  | 'network-activity'
  /** A digest file's content: it speaks of log files. */
  | 'digest'
  /** Another kind of record, e.g. an EventBridge event that CloudTrail did not make. */
  | 'not-cloudtrail'
  /** A problem was reported for it. */
  | 'invalid';

export type AuditItem =
  /** A mutating call. Failures and dry runs are here, too; `outcome` tells. */
  | { readonly kind: 'event'; readonly event: AuditEvent }
  /** A mutating call seen before, or corrected by the event `of`. */
  | { readonly kind: 'duplicate'; readonly event: AuditEvent; readonly of: string }
  /** The event `id`, given before, is void: the event `by`, which comes next, replaces it. */
  | { readonly kind: 'superseded'; readonly id: string; readonly by: string }
  /** `fatal`: input that was asked for is missing; the rest is read, but proves little. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly fatal: boolean };

/** `read` = `kept` + all of `dropped`. */
export interface AuditCounts<R extends string = DropReason> {
  /** Files that had records. */
  readonly files: number;
  /** Files passed over, by kind: `digest`, `insight`, `other`. */
  readonly skippedFiles: Readonly<Record<string, number>>;
  /** Records. */
  readonly read: number;
  /** Successful mutating calls. */
  readonly kept: number;
  readonly dropped: Readonly<Partial<Record<R, number>>>;
}

/** To be iterated once; `counts` is complete after that. Order is that of the files. */
export interface AuditReading extends AsyncIterable<AuditItem> {
  counts(): AuditCounts;
}

export interface AuditLimits {
  /** A larger record is reported and skipped. */
  readonly maxRecordBytes: number;
  /** A record nested deeper is reported and skipped. */
  readonly maxDepth: number;
  /** Problems reported one by one for each file; then only their number. */
  readonly maxProblems: number;
}

export interface AuditDeps {
  readonly files: FileSource;
  readonly limits?: Partial<AuditLimits>;
}
