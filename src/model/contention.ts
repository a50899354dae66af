import type { Actor } from './actor.ts';
import type { AttributePath } from './path.ts';

/** Two automations that keep undoing each other on one resource. */
export interface Contention {
  readonly address: string;
  readonly paths: readonly AttributePath[];
  /** Sorted by name. */
  readonly parties: readonly [Actor, Actor];
  /** How often the field with the most changes of hands changed hands. */
  readonly alternations: number;
  /** ISO 8601 UTC of the first and the last turn. */
  readonly window: { readonly from: string; readonly to: string };
  /** Ids of the drifts that remain; none if the changes cancelled each other out. */
  readonly drifts: readonly string[];
}
