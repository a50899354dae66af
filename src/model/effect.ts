import type { Coverage } from './coverage.ts';
import type { LogValue } from './event.ts';
import type { Json, JsonObject } from './json.ts';
import type { AttributePath } from './path.ts';

/**
 * A resource as named in a log: its Terraform type and the identifying attributes in the log. Each
 * key is an alternative (`{ id: 'sg-1' }`, `{ arn: '...' }`); any one that is unique in the state
 * identifies the resource. A key with several attributes must match in all of them.
 */
export interface ResourceRef {
  readonly type: string;
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/** What a call did to a resource. Paths and values are those of the Terraform type. */
export type Change =
  /** The attribute now has this value. `null` means unset. */
  | { readonly kind: 'set'; readonly path: AttributePath; readonly value: LogValue }
  /** An element was added to the set, list or repeated block at `path`. */
  | { readonly kind: 'add'; readonly path: AttributePath; readonly element: Json }
  /** The elements at `path` that agree with `element` in all of its attributes were removed. */
  | { readonly kind: 'remove'; readonly path: AttributePath; readonly element: Json }
  /** The resource now exists, with these attributes; the others are unset, default or unknown. */
  | {
      readonly kind: 'create';
      readonly attributes: JsonObject;
      /** The id for `terraform import`, if the log has it. */
      readonly importId?: string;
      /** The id that the provider knows it by, if the log has it and `importId` has another form. */
      readonly id?: string;
      /**
       * The resource that it belongs to, in Terraform's terms: the bucket of a bucket's versioning.
       */
      readonly parent?: ResourceRef;
    }
  /** The resource was deleted. */
  | { readonly kind: 'delete' };

export interface Effect {
  /** The id of the audit event. */
  readonly event: string;
  /** Copied from the event, in ISO 8601 UTC. It is the first fold key; the event id breaks ties. */
  readonly time: string;
  readonly resource: ResourceRef;
  readonly change: Change;
  /**
   * The resource that contains this one, if the call names it but the resource's own keys do not.
   */
  readonly on?: ResourceRef;
  /**
   * The attributes if the call creates the resource because it does not exist. Null stands for
   * attributes that calls could have set and this one does not.
   */
  readonly makes?: JsonObject;
  /** How well the catalog understands the call. Defaults to `mapped`. */
  readonly coverage?: Exclude<Coverage, 'mapped'>;
}
