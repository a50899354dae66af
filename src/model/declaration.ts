import type { Actor } from './actor.ts';
import type { Purpose, Want } from './intent.ts';
import type { AttributePath } from './path.ts';

/** What someone declared in advance that they want for one field. */
export interface Declaration {
  readonly actor: Actor;
  /** The address of a resource, or of a module to cover everything in it. */
  readonly address: string;
  readonly path: AttributePath;
  readonly want: Want;
  /** What would also be acceptable; giving it is consent to a compromise. */
  readonly relaxation?: Want;
  readonly purpose: Purpose;
  /** The reason, in one sentence. */
  readonly summary: string;
  /**
   * When it begins and ends, in ISO 8601 UTC. `until` is exclusive; without it, the declaration
   * does not expire.
   */
  readonly from: string;
  readonly until?: string;
  readonly ticket?: string;
  /** Who approved it according to the declaration, which then has `until` and `ticket`. */
  readonly approvedBy?: string;
}

/** Stands for any actor, if an approval names none. */
export const anybody = '*';
