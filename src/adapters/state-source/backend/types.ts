import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import type { StateEnvironment, StateLocation } from '../types.ts';

/** A `backend` or `cloud` block of a configuration. */
export interface BackendConfiguration {
  /** The label of a backend, such as `s3`; `cloud` for a `cloud` block. */
  readonly type: string;
  /** The literal values. Blocks and maps are objects; what is not set or not literal is absent. */
  readonly attributes: JsonObject;
  readonly place?: Place;
}

/** What takes part besides the code. */
export interface BackendContext {
  readonly workspace: string;
  readonly env: StateEnvironment;
}

export interface BackendLocation {
  readonly location: StateLocation;
  /** Credentials that the code has and that are not used: names of attributes, sorted. */
  readonly passedOver: readonly string[];
}

/** Attributes with a fallback to variables, as Terraform reads them. */
export interface BackendAttributes {
  /** The text at a path; undefined when it is empty, absent or no text. */
  text(...path: readonly string[]): string | undefined;
  /** The text of the first variable that has one. */
  variable(...names: readonly string[]): string | undefined;
}

/** A location, or what is missing for one. */
export type BackendDraft =
  | { readonly kind: 'found'; readonly location: StateLocation }
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: Problem };

export type ReadBackend = (attributes: BackendAttributes, workspace: string) => BackendDraft;
