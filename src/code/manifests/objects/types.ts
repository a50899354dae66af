import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';

/** Why a manifest cannot be read or edited as requested. */
export type ManifestCode =
  /**
   * The value is written with a template engine, or template text keeps the file from being YAML.
   */
  | 'manifest-template'
  | 'manifest-yaml'
  /** `%YAML` and `%TAG` change the meaning of the documents after them. */
  | 'manifest-directive'
  /** The value is written elsewhere and included here by `*name` or `<<`. */
  | 'manifest-alias'
  /** Other places take their value from here. */
  | 'manifest-anchor'
  /** The path leads through a value that is not a map or list. */
  | 'manifest-path'
  | 'manifest-no-element'
  /** Several elements or objects match. */
  | 'manifest-ambiguous'
  | 'manifest-no-object'
  /** An environment variable that takes its value from another object. */
  | 'manifest-value-from'
  /** The syntax does not allow the change in place. */
  | 'manifest-not-editable'
  /** A kustomization uses a feature that Parley does not support. */
  | 'kustomize-unsupported'
  | 'kustomize-missing'
  /** A chart uses a feature that Parley does not support. */
  | 'helm-unsupported';

export interface ManifestProblem extends Problem {
  readonly code: ManifestCode;
}

/** The identifying names of an object. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Missing if the manifest leaves it to whoever applies it. */
  readonly namespace?: string;
  readonly name: string;
}

export interface ManifestObject extends ObjectName {
  readonly file: string;
  /** 1-based line of its document. */
  readonly line: number;
  /** Index of its document in the file. */
  readonly document: number;
  /** Path within the document: empty, or leading into a `List`. */
  readonly prefix: AttributePath;
  readonly value: JsonObject;
}

export interface ManifestFile {
  readonly file: string;
  readonly text: string;
  readonly objects: readonly ManifestObject[];
  /** Documents that could not be read. */
  readonly problems: readonly ManifestProblem[];
}

/**
 * A change of one field. An element of a list is identified by some of its members, `{ element: {
 * name: 'web' } }`. Missing maps along the path are created; missing elements only with
 * `mayAppend`.
 */
export type ManifestChange =
  | {
      readonly kind: 'set';
      readonly path: AttributePath;
      readonly value: Json;
      readonly mayAppend?: boolean;
    }
  | { readonly kind: 'remove'; readonly path: AttributePath };
