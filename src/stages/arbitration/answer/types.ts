import type { Bounds } from '../../../model/bounds.ts';
import type { SelectedRule } from '../order/select.ts';

/** What an authorized person answered about an intent. */
export interface GivenAnswer {
  readonly intent: string;
  readonly action: 'accept' | 'revert' | 'delegate' | 'hold' | 'wrong' | 'dismiss';
  /** Name of the person in the channel where they answered: `github:alice`. */
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** For `hold`: end of the hold, ISO 8601 UTC. */
  readonly until?: string;
  /** For `delegate`. */
  readonly bounds?: Bounds;
  readonly note?: string;
  /**
   * The drifts that the answer covers, if not all of the intent. A dismissal always names them.
   */
  readonly drifts?: readonly string[];
}

/** An answer that decides a drift, and the rule that would have decided without it. */
export interface AnsweredDrift {
  readonly answer: GivenAnswer;
  readonly instead: SelectedRule;
}
