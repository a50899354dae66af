import type { JsonObject } from '../../../../model/json.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import type { KustomizeStep } from '../types.ts';

/** An object on its way through the layers of kustomizations. */
export interface Item {
  readonly group: string;
  readonly kind: string;
  /** As it was written, then as each layer called it; the last one counts. */
  readonly names: readonly string[];
  readonly value: JsonObject;
  readonly steps: readonly KustomizeStep[];
  /** A generator made it: its name gets a suffix that goes by its content. */
  readonly isHashed: boolean;
  /** What it is cannot be determined. */
  readonly unclear?: ManifestProblem;
}

export interface Layer {
  readonly items: readonly Item[];
  readonly problems: readonly ManifestProblem[];
}

/** A kustomization file, as a value. */
export interface Kustomization {
  readonly file: string;
  readonly folder: string;
  readonly value: JsonObject;
}

/** The reading of files, with a note of which ones were asked for. */
export interface KustomizeReader {
  text(path: string): string | undefined;
  /** Takes steps; false, from then on, when none are left. */
  spend(steps: number): boolean;
}
