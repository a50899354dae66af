import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import type { StateEnvironment, StateLocation } from '../types.ts';

/** A `backend` or `cloud` block of a configuration. */
export interface BackendConfiguration {
  /** The label of a backend, such as `s3`; `cloud` for a `cloud` block. */
  readonly type: string;
  /**
   * The literal values. Blocks and maps are objects; values that are not set or not literal are
   * absent.
   */
  readonly attributes: JsonObject;
  readonly place?: Place;
}

/** What determines the location in addition to the code. */
export interface BackendContext {
  readonly workspace: string;
  readonly env: StateEnvironment;
}

export interface BackendLocation {
  readonly location: StateLocation;
  /** Credentials that are in the code and are not used: names of attributes, sorted. */
  readonly passedOver: readonly string[];
}

/** Attributes with a fallback to variables, as Terraform reads them. */
export interface BackendAttributes {
  /** The text at a path; undefined if it is empty, absent or not a text. */
  text(...path: readonly string[]): string | undefined;
  /** The text of the first variable that is set and not empty. */
  variable(...names: readonly string[]): string | undefined;
}

/** A location, or what is missing for one. */
export type BackendDraft =
  | { readonly kind: 'found'; readonly location: StateLocation }
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: Problem };

export type ReadBackend = (attributes: BackendAttributes, workspace: string) => BackendDraft;
