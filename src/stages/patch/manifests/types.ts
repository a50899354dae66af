import type { Manifests } from '../../../code/manifests/sources/estate.ts';
import type { Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import type { EditableCode } from '../code-base.ts';

/** Plain manifests, overlays and charts as something to edit. */
export interface EditableManifests extends EditableCode {
  readonly manifests: Manifests;
  /** Without an edit: an edit of what an object is generated from gives it another name. */
  readonly start: Manifests;
  /** Addresses that goals may name. */
  readonly asked: readonly string[];
  /** These of objects that were there without an edit, by the key of the object in its unit. */
  readonly names: ReadonlyMap<string, string>;
}

/** Texts of files after an edit. */
export type Edited = ReadonlyMap<string, string>;

/** A place that could be edited to reach a goal. */
export interface ManifestSite {
  /** `manifest`, `patch file`, `replicas entry`, `values file`, ... */
  readonly kind: string;
  readonly file: string;
  /** What is edited, as a person would call it. */
  readonly label: string;
  /** Taken only where an edit of another place would change what nobody asked for. */
  readonly isLast?: true;
  readonly edit: () => Result<Edited, Refusal>;
}
