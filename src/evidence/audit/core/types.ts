import type { AuditEvent } from '../../../model/event.ts';
import type { Problem } from '../../../model/result.ts';
import type { FileSource } from '../files/types.ts';

/** Why a record is not among the kept events. */
export type DropReason =
  | 'read-only'
  /** The call failed or was canceled. */
  | 'failed'
  | 'dry-run'
  /** The same event, or the same call as seen by another account, was read before. */
  | 'duplicate'
  /** A later record (CloudTrail's addendum) replaces it. */
  | 'corrected'
  /** A further record of a call that has several and is counted once. */
  | 'folded'
  /** Azure: no record says how the call ended. */
  | 'pending'
  /** Google Cloud: the operation began, and no entry says how it ended. */
  | 'unfinished'
  | 'sign-in'
  | 'insight'
  | 'network-activity'
  /** Use of data or of a service, which changes no setting. */
  | 'data-access'
  /** The content of a digest file, which describes log files. */
  | 'digest'
  /** Azure: health, alerts, policy evaluations, logs of the data plane. */
  | 'other-category'
  /** An event of EventBridge or Event Grid about something else. */
  | 'other-event'
  /** Another log in the same stream: a scheduler's, an authenticator's. */
  | 'other-log'
  /** Kubernetes: an earlier stage of a request, which may still fail. */
  | 'stage'
  /** Kubernetes: `exec`, `attach`, `portforward`, `proxy`, which change no object. */
  | 'connection'
  /** Kubernetes: issues a credential, and changes no object. */
  | 'token'
  /** Kubernetes: a request for something other than an object of the API, e.g. `/healthz`. */
  | 'non-resource'
  /** A log entry that is not an audit record, e.g. of an application. */
  | 'not-audit'
  /** A problem was reported for it. */
  | 'invalid';

/** Which records of a call that has several were read: others may be in another log. */
export interface Steps {
  /**
   * Equal for all records of the call, and for later calls that the log cannot distinguish from it.
   */
  readonly call: string;
  readonly began: boolean;
  readonly ended: boolean;
  /**
   * Only for Google Cloud, whose event has a digest of these: the digests of the records, in their
   * order.
   */
  readonly digests?: readonly string[];
}

export type AuditItem =
  /** A mutating call. Failures and dry runs are included; `outcome` distinguishes them. */
  | { readonly kind: 'event'; readonly event: AuditEvent; readonly steps?: Steps }
  /** A mutating call seen before, or corrected by the event `of`. */
  | { readonly kind: 'duplicate'; readonly event: AuditEvent; readonly of: string }
  /**
   * The event `id`, returned before, is void: the event `by`, which comes next, corrects it or is
   * the same call.
   */
  | {
      readonly kind: 'superseded';
      readonly id: string;
      readonly by: string;
      readonly because: 'corrected' | 'duplicate';
    }
  /**
   * A call that was accepted, without a record of how it ended. It may still fail, so it is not a
   * fact yet: read again later, or with an overlapping window.
   */
  | { readonly kind: 'unfinished'; readonly event: AuditEvent; readonly steps?: Steps }
  /** `fatal`: requested input is missing; the rest is read, but proves little. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly fatal: boolean };

/** `read` = `kept` + all of `dropped`, once the reading is done. */
export interface AuditCounts {
  /** Files that had records. */
  readonly files: number;
  /** Skipped files by kind: `digest`, `insight`, `other`. */
  readonly skippedFiles: Readonly<Record<string, number>>;
  /** Records. */
  readonly read: number;
  /** Successful mutating calls. */
  readonly kept: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

/**
 * Can be iterated once; `counts` is complete after that. The order is that of the files, but calls
 * with several records come at the end.
 */
export interface AuditReading extends AsyncIterable<AuditItem> {
  counts(): AuditCounts;
}

export interface AuditLimits {
  /** A larger record is reported and skipped. */
  readonly maxRecordBytes: number;
  /** A record nested deeper is reported and skipped. */
  readonly maxDepth: number;
  /** Problems that are reported one by one for each file; further ones are only counted. */
  readonly maxProblems: number;
}

export interface AuditDeps {
  readonly files: FileSource;
  readonly limits?: Partial<AuditLimits>;
  /** Name of the cluster if a Kubernetes log does not state it. */
  readonly cluster?: string;
}
