import type { Actor } from './actor.ts';
import type { AttributePath } from './path.ts';

/** Two automations that keep undoing each other on one resource. */
export interface Contention {
  readonly address: string;
  readonly paths: readonly AttributePath[];
  /** By name. */
  readonly parties: readonly [Actor, Actor];
  /** How often a field changed hands, where that was most often. */
  readonly alternations: number;
  /** ISO 8601 UTC of the first and the last turn. */
  readonly window: { readonly from: string; readonly to: string };
  /** Ids of the drifts that are left of it; none when it cancelled out. */
  readonly drifts: readonly string[];
}
