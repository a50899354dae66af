import type { JsonObject } from '../../../model/json.ts';

/** How a patch is to be read. `either`: a merge patch or a strategic one, which differ on its lists. */
export type PatchForm = 'json' | 'merge' | 'strategic' | 'apply' | 'either';

/** The object that a request is about, as far as the record shows. */
export interface AuditTarget {
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
export interface KubernetesSource {
  readonly cluster: string;
  /** SHA-256 of the raw record. */
  readonly digest: string;
}

/** An event of audit.k8s.io and the cluster that it is of. */
export interface FoundEvent {
  readonly record: JsonObject;
  readonly cluster: string;
}
