import type { GivenBounds } from '../../model/bounds.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';

/** A drift as it was when somebody answered. */
export interface AnsweredField {
  /** The id of the drift, which depends on its place and on the values in code and cloud. */
  readonly drift: string;
  /** The id of the last event behind it; empty if no event is known. */
  readonly event: string;
  /** Digest of its place. */
  readonly place: string;
  /** Digest of its place, the actor, and the beginning of the session. */
  readonly session: string;
  /** Digest of who wants which value, where that is not the live one. */
  readonly party?: string | undefined;
}

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
  /**
   * The drifts that were answered; the answer applies to them in whichever intent they are. Answers
   * of earlier versions have none, and apply to exactly the drifts of `digest`.
   */
  readonly fields?: readonly AnsweredField[] | undefined;
}
