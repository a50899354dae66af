import type { GivenBounds } from '../../model/bounds.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';

/** An answer as it is kept; see `src/ports/store/answer.ts`. */
export interface KeptAnswer {
  readonly id: string;
  readonly intent: string;
  /** Digest of the drifts that were answered: others are another question. */
  readonly digest: string;
  /** `reopen` takes back what was answered before. */
  readonly action: GivenAnswer['action'] | 'reopen';
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Of `hold`: until when, ISO 8601 UTC. */
  readonly until?: string | undefined;
  /** Of `delegate`. */
  readonly bounds?: GivenBounds | undefined;
  readonly note?: string | undefined;
  /** Of `accept`: the place of the code to edit, among those that were tried. */
  readonly place?: PickedPlace | undefined;
  /** Of `dismiss` and `reopen`: what it is about; see `dismissal.ts`. */
  readonly about?: readonly string[] | undefined;
}
