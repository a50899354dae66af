import type { JsonObject } from '../../../model/json.ts';
import type { Marks } from '../../../providers/harm/change.ts';

/** The values of a resource with their marks; see `Marks` in `src/providers/harm/change.ts`. */
export interface Side {
  readonly values: JsonObject;
  /** Marks values that are known only after the apply. */
  readonly unknown: Marks;
  readonly sensitive: Marks;
}

/** What a plan does to one managed resource. */
export interface PlannedResource {
  readonly address: string;
  /** The address before a `moved` block. */
  readonly previousAddress?: string;
  readonly type: string;
  readonly kind: 'create' | 'update' | 'replace' | 'delete';
  readonly isImport: boolean;
  /** Undefined if the resource did not exist. */
  readonly before: Side | undefined;
  /** Undefined if the resource will no longer exist. */
  readonly after: Side | undefined;
}

/**
 * What changed outside the code since the state was written: `before` is the state, `after` is
 * live.
 */
export interface SeenDrift {
  readonly address: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

export interface GuardPlan {
  readonly terraformVersion: string;
  /** ISO 8601, if the plan contains it. */
  readonly createdAt?: string;
  readonly errored: boolean;
  readonly complete: boolean;
  /** Managed resources that the apply would create, change or delete, by address. */
  readonly changes: readonly PlannedResource[];
  readonly drift: ReadonlyMap<string, SeenDrift>;
  /** What the plan takes as live: the refreshed state, by address. */
  readonly prior: ReadonlyMap<string, Side>;
  /** Accounts of the resources in the state; every other account is external. */
  readonly accounts: readonly string[];
}
