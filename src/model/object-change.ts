import type { Json, JsonObject } from './json.ts';

/** An object of a cluster as its API names it. */
export interface ObjectRef {
  /** As the log or the settings call it. */
  readonly cluster: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, in lower case: `deployments`. */
  readonly resource: string;
  readonly namespace?: string;
  /** Missing for a whole collection. */
  readonly name?: string;
}

/** How the body of a patch is to be read; `either` of a merge patch and a strategic one. */
export type ObjectPatchForm = 'json' | 'merge' | 'strategic' | 'apply' | 'either';

/** What one request did to one object, or to a collection of them. */
export type ObjectAction =
  | {
      readonly kind: 'patch';
      readonly form: ObjectPatchForm;
      readonly body: Json;
      /** Who applies, for an `apply`. */
      readonly manager?: string;
    }
  /** The object is this now. */
  | { readonly kind: 'replace'; readonly body: JsonObject }
  | { readonly kind: 'create'; readonly body: JsonObject }
  | { readonly kind: 'delete' }
  /** Those of a collection that fit: named where the log says, else by labels. */
  | {
      readonly kind: 'delete-many';
      readonly names?: readonly string[];
      /** Undefined: a selector that is not understood. */
      readonly labels?: Readonly<Record<string, string>>;
    }
  /** Something changed; the log does not say what, or must not. */
  | { readonly kind: 'hidden'; readonly secret: boolean; readonly path: readonly string[] };

/** One request of a Kubernetes log. */
export interface ObjectChange {
  readonly object: ObjectRef;
  readonly action: ObjectAction;
  /** The object afterwards, where the log has it. */
  readonly after?: JsonObject;
}
