import type { AuditEvent } from '../../model/event.ts';
import type { Problem } from '../../model/result.ts';

/** Why a record is not among the kept events. */
export type KubernetesDrop =
  | 'read-only'
  | 'failed'
  | 'dry-run'
  /** The same request was read before. */
  | 'duplicate'
  /** An earlier stage of a request, which may still fail. */
  | 'stage'
  /** `exec`, `attach`, `portforward`, `proxy`: opens a connection, and changes no object. */
  | 'connection'
  /** Issues a credential, and changes no object. */
  | 'token'
  /** No object of the API, e.g. `/healthz`. */
  | 'non-resource'
  /** Another log in the same stream: the scheduler's, the authenticator's. */
  | 'other-log'
  /** Another kind of record; a problem says which. */
  | 'not-kubernetes'
  /** A problem was reported for it. */
  | 'invalid';

/** How a patch is to be read. `either`: a merge patch or a strategic one, which differ on its lists. */
export type PatchForm = 'json' | 'merge' | 'strategic' | 'apply' | 'either';

/** The object that a request is about, as far as the record tells. */
export interface Target {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, in lower case: `deployments`. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Missing for a whole collection, and where the server chose a name that is not logged. */
  readonly name?: string;
}

/** Where a record comes from; the record itself does not name its cluster. */
export interface RecordSource {
  readonly cluster: string;
  /** SHA-256 of the raw record. */
  readonly digest: string;
}

export type KubernetesItem =
  /** A mutating request. Failures and dry runs are here, too; `outcome` tells. */
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | { readonly kind: 'duplicate'; readonly event: AuditEvent; readonly of: string }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** `read` = `kept` + all of `dropped`. */
export interface KubernetesCounts {
  readonly read: number;
  /** Successful mutating requests. */
  readonly kept: number;
  readonly dropped: Readonly<Partial<Record<KubernetesDrop, number>>>;
}
