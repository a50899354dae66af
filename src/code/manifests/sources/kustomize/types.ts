import type { JsonObject } from '../../../../model/json.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import type { KustomizeStep } from '../types.ts';

/** An object while it passes through the layers of kustomizations. */
export interface Item {
  readonly group: string;
  readonly kind: string;
  /** The original name, then the name after each layer; the last one is current. */
  readonly names: readonly string[];
  readonly value: JsonObject;
  readonly steps: readonly KustomizeStep[];
  /** True if a generator created it, so that its name gets a suffix computed from its content. */
  readonly isHashed: boolean;
  /** Set if the object's value cannot be determined. */
  readonly unclear?: ManifestProblem;
}

export interface Layer {
  readonly items: readonly Item[];
  readonly problems: readonly ManifestProblem[];
}

/** A kustomization file, parsed. */
export interface Kustomization {
  readonly file: string;
  readonly folder: string;
  readonly value: JsonObject;
}

/** Reads files and records which ones were requested. */
export interface KustomizeReader {
  text(path: string): string | undefined;
  /** Deducts steps. False once the budget is exceeded. */
  spend(steps: number): boolean;
}
