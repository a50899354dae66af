import type { Manifests } from '../../../code/manifests/sources/estate.ts';
import type { Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { EditableCode } from '../code-base.ts';

/** Plain manifests, overlays and charts in editable form. */
export interface EditableManifests extends EditableCode {
  readonly manifests: Manifests;
  /** The manifests before any edit: editing what an object is generated from changes its name. */
  readonly start: Manifests;
  /** Addresses that goals may name. */
  readonly asked: readonly string[];
  /**
   * The addresses of objects that existed before any edit, by the key of the object in its unit.
   */
  readonly names: ReadonlyMap<string, string>;
}

/** Texts of files after an edit. */
export type Edited = ReadonlyMap<string, string>;

/** A place to edit to reach a goal. */
export interface ManifestEditSite {
  /** `manifest`, `patch file`, `replicas entry`, `values file`, ... */
  readonly kind: string;
  readonly file: string;
  /** What is edited, in the words of a person. */
  readonly label: string;
  /** An exception, taken only if an edit of another place would change too much. */
  readonly isLast?: true;
  readonly edit: () => Result<Edited, Refusal>;
}
