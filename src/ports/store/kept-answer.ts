import type { GivenBounds } from '../../model/bounds.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';

/** An answer as it is stored; see `src/ports/store/answer.ts`. */
export interface KeptAnswer {
  readonly id: string;
  readonly intent: string;
  /** Digest of the answered drifts; other drifts are a new question. */
  readonly digest: string;
  /** `reopen` takes back earlier answers. */
  readonly action: GivenAnswer['action'] | 'reopen';
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** For `hold`: when it ends, in ISO 8601 UTC. */
  readonly until?: string | undefined;
  /** For `delegate`. */
  readonly bounds?: GivenBounds | undefined;
  readonly note?: string | undefined;
  /** For `accept`: the edit site to use, among the candidates. */
  readonly place?: PickedPlace | undefined;
  /** For `dismiss` and `reopen`: what the answer covers; see `dismissal.ts`. */
  readonly about?: readonly string[] | undefined;
}
