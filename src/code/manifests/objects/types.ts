import type { Json, JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';

/** Why a manifest cannot be read or edited as asked. */
export type ManifestCode =
  /** Text of a template engine stands where the value is, or keeps the text from being YAML. */
  | 'manifest-template'
  | 'manifest-yaml'
  /** `%YAML` and `%TAG` give the documents behind them another meaning. */
  | 'manifest-directive'
  /** The value is written elsewhere, and comes here by `*name` or `<<`. */
  | 'manifest-alias'
  /** Other places take their value from here. */
  | 'manifest-anchor'
  /** The path goes through a value that is no map or list. */
  | 'manifest-path'
  | 'manifest-no-element'
  /** Several elements or objects fit. */
  | 'manifest-ambiguous'
  | 'manifest-no-object'
  /** The variable takes its value from another object. */
  | 'manifest-value-from'
  /** The syntax does not let the change be made in its place. */
  | 'manifest-not-editable'
  /** A kustomization does what Parley cannot follow. */
  | 'kustomize-unsupported'
  | 'kustomize-missing'
  /** A chart does what Parley cannot follow. */
  | 'helm-unsupported';

export interface ManifestProblem extends Problem {
  readonly code: ManifestCode;
}

/** What an object is called. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Missing where the manifest leaves it to who applies it. */
  readonly namespace?: string;
  readonly name: string;
}

/** One object in a file. */
export interface ManifestObject extends ObjectName {
  readonly file: string;
  /** 1-based line of its document. */
  readonly line: number;
  /** Its document, by position among those of the file. */
  readonly document: number;
  /** Where it is in the document: empty, or the way into a `List`. */
  readonly prefix: AttributePath;
  readonly value: JsonObject;
}

export interface ManifestFile {
  readonly file: string;
  readonly text: string;
  readonly objects: readonly ManifestObject[];
  /** Documents that cannot be read. */
  readonly problems: readonly ManifestProblem[];
}

/**
 * A change of one field. Elements of lists are named by some of their members,
 * `{ element: { name: 'web' } }`; maps on the way are made, elements only with `mayAppend`.
 */
export type ManifestChange =
  | {
      readonly kind: 'set';
      readonly path: AttributePath;
      readonly value: Json;
      readonly mayAppend?: boolean;
    }
  | { readonly kind: 'remove'; readonly path: AttributePath };
