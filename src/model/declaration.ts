import type { Actor } from './actor.ts';
import type { Purpose, Want } from './intent.ts';
import type { AttributePath } from './path.ts';

/** What somebody said beforehand that they want of one field. */
export interface Declaration {
  readonly actor: Actor;
  /** Address of a resource, or of a module: then of everything in it. */
  readonly address: string;
  readonly path: AttributePath;
  readonly want: Want;
  /** What would do as well: saying so is consent to a compromise. */
  readonly relaxation?: Want;
  readonly purpose: Purpose;
  /** One sentence: why. */
  readonly summary: string;
  /** ISO 8601 UTC: from when on, and until when (exclusive; without it, for good). */
  readonly from: string;
  readonly until?: string;
  readonly ticket?: string;
  /** Who let them, as the declaration has it: then `until` and `ticket` are there. */
  readonly approvedBy?: string;
}

/** Stands for whoever acts, where an approval names nobody. */
export const anybody = '*';
