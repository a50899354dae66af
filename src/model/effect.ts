import type { Depth } from './depth.ts';
import type { LogValue } from './event.ts';
import type { Json, JsonObject } from './json.ts';
import type { AttributePath } from './path.ts';

/**
 * A resource as a log names it: its Terraform type and the identifying attributes it carries.
 * Each key is one alternative (`{ id: 'sg-1' }`, `{ arn: '...' }`); any single one that is unique
 * in the state identifies the resource. A key with several attributes must match in all of them.
 */
export interface ResourceRef {
  readonly type: string;
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/** What one call did to one resource. Paths and values are those of the Terraform type. */
export type Change =
  /** The attribute has this value now. `null` means unset. */
  | { readonly kind: 'set'; readonly path: AttributePath; readonly value: LogValue }
  /** A member joined the set, list or repeated block at `path`. */
  | { readonly kind: 'add'; readonly path: AttributePath; readonly element: Json }
  /** The members at `path` that agree with `element` in every attribute it has are gone. */
  | { readonly kind: 'remove'; readonly path: AttributePath; readonly element: Json }
  /** The resource exists now, with these attributes; the rest is unset, default or unknown. */
  | {
      readonly kind: 'create';
      readonly attributes: JsonObject;
      /** What `terraform import` takes, where the log gives it. */
      readonly importId?: string;
      /** A resource it belongs to, in Terraform terms: the bucket of a bucket's versioning. */
      readonly parent?: ResourceRef;
    }
  /** The resource is gone. */
  | { readonly kind: 'delete' };

export interface Effect {
  /** Id of the audit event. */
  readonly event: string;
  /** ISO 8601 UTC, copied from the event, the first fold key (the event id breaks ties). */
  readonly time: string;
  readonly resource: ResourceRef;
  readonly change: Change;
  /** What the resource is on, where the call names that and the resource's own names do not. */
  readonly on?: ResourceRef;
  /**
   * The call makes the resource where it is not there, and then with these attributes; null is what
   * calls could have set and this one does not.
   */
  readonly makes?: JsonObject;
  /** How well the catalog knows this; `mapped` where it is left out. */
  readonly depth?: Exclude<Depth, 'mapped'>;
}
