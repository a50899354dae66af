import type { JsonObject } from './json.ts';

/**
 * One resource before and after a change, in the shape of Terraform's attributes or of a manifest.
 */
export interface ResourceChange {
  /** The Terraform type or, for manifests, the kind, e.g. `ClusterRoleBinding`. */
  readonly type: string;
  /** Undefined if it did not exist. */
  readonly before: JsonObject | undefined;
  /** Undefined if it no longer exists. */
  readonly after: JsonObject | undefined;
  readonly own?: {
    /** The ids of the accounts that belong to the operator of this resource. */
    readonly accounts: readonly string[];
  };
  /**
   * Attributes whose new value is not known yet, as dotted paths without indexes: `policy`,
   * `ingress.cidr_blocks`. Their values in `after` mean nothing.
   */
  readonly unknown?: readonly string[];
}
