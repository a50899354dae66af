import type { JsonObject } from '../../../model/json.ts';

/**
 * How to interpret a patch. `either`: a merge patch or a strategic one, which differ on its lists.
 */
export type PatchForm = 'json' | 'merge' | 'strategic' | 'apply' | 'either';

/** The object of a request, as far as the record shows it. */
export interface AuditTarget {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, in lower case: `deployments`. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Missing for an entire collection, and if the server chose a name that is not logged. */
  readonly name?: string;
}

/** The source of a record; the record itself does not name its cluster. */
export interface KubernetesSource {
  readonly cluster: string;
  /** SHA-256 of the raw record. */
  readonly digest: string;
}

/** An event of audit.k8s.io, and the cluster that it belongs to. */
export interface FoundEvent {
  readonly record: JsonObject;
  readonly cluster: string;
}
