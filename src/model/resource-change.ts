import type { JsonObject } from './json.ts';

/** One resource before and after a change, in the shape of Terraform's attributes or of a manifest. */
export interface ResourceChange {
  /** Terraform type; for manifests the kind, e.g. `ClusterRoleBinding`. */
  readonly type: string;
  /** Undefined for what did not exist. */
  readonly before: JsonObject | undefined;
  /** Undefined for what exists no more. */
  readonly after: JsonObject | undefined;
  readonly own?: {
    /** Ids of the accounts that belong to whoever runs this resource. */
    readonly accounts: readonly string[];
  };
  /**
   * Attributes whose new value is not known yet, dotted and without positions: `policy`,
   * `ingress.cidr_blocks`. What they hold in `after` means nothing.
   */
  readonly unknown?: readonly string[];
}
