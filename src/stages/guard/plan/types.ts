import type { JsonObject } from '../../../model/json.ts';
import type { Marks } from '../../../providers/harm/change.ts';

/** The values of a resource, with what is marked in them; see `Marks` of `src/providers/harm/change.ts`. */
export interface Side {
  readonly values: JsonObject;
  /** True where a value is known after apply only. */
  readonly unknown: Marks;
  readonly sensitive: Marks;
}

/** What a plan does with one managed resource. */
export interface PlannedResource {
  readonly address: string;
  /** Where it was before a `moved` block. */
  readonly previousAddress?: string;
  readonly type: string;
  readonly kind: 'create' | 'update' | 'replace' | 'delete';
  readonly isImport: boolean;
  /** Undefined for what did not exist. */
  readonly before: Side | undefined;
  /** Undefined for what exists no more. */
  readonly after: Side | undefined;
}

/** What changed outside of the code since the state was written: from the state to live. */
export interface SeenDrift {
  readonly address: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

export interface GuardPlan {
  readonly terraformVersion: string;
  /** ISO 8601, where the plan shows. */
  readonly createdAt?: string;
  readonly errored: boolean;
  readonly complete: boolean;
  /** Managed resources that the apply would create, change or delete; by address. */
  readonly changes: readonly PlannedResource[];
  readonly drift: ReadonlyMap<string, SeenDrift>;
  /** What the plan thinks is live, by address: the refreshed state. */
  readonly prior: ReadonlyMap<string, Side>;
  /** Accounts of what the state knows: everybody else is an outsider. */
  readonly accounts: readonly string[];
}
