import type { Json, JsonObject } from './json.ts';

/** An object in a cluster, as its API names it. */
export interface ObjectRef {
  /** The name in the log or in the settings. */
  readonly cluster: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural and in lower case: `deployments`. */
  readonly resource: string;
  readonly namespace?: string;
  /** Left out for an entire collection. */
  readonly name?: string;
}

/** How to interpret the body of a patch. `either` is a merge patch or a strategic one. */
export type ObjectPatchForm = 'json' | 'merge' | 'strategic' | 'apply' | 'either';

/** What one request did to an object, or to a collection of objects. */
export type ObjectAction =
  | {
      readonly kind: 'patch';
      readonly form: ObjectPatchForm;
      readonly body: Json;
      /** The manager that applies, for an `apply`. */
      readonly manager?: string;
    }
  /** The entire object is now this one. */
  | { readonly kind: 'replace'; readonly body: JsonObject }
  | { readonly kind: 'create'; readonly body: JsonObject }
  | { readonly kind: 'delete' }
  /**
   * Deletes the matching objects of a collection: those named, if the log has the names, else by
   * labels.
   */
  | {
      readonly kind: 'delete-many';
      readonly names?: readonly string[];
      /** Undefined for a selector that is not supported. */
      readonly labels?: Readonly<Record<string, string>>;
    }
  /** Something changed, but the log does not contain what, or must not be used for it. */
  | { readonly kind: 'hidden'; readonly secret: boolean; readonly path: readonly string[] };

/** One request of a Kubernetes log. */
export interface ObjectChange {
  readonly object: ObjectRef;
  readonly action: ObjectAction;
  /** The object after the request, if the log has it. */
  readonly after?: JsonObject;
}
