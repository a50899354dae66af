import type { Bounds } from '../../../model/bounds.ts';
import type { SelectedRule } from '../order/select.ts';

/** What somebody who may do it said is to become of an intent. */
export interface GivenAnswer {
  readonly intent: string;
  readonly action: 'accept' | 'revert' | 'delegate' | 'hold' | 'wrong' | 'dismiss';
  /** How they are named where they answered: `github:alice`. */
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Of `hold`: until when, ISO 8601 UTC. */
  readonly until?: string;
  /** Of `delegate`. */
  readonly bounds?: Bounds;
  readonly note?: string;
  /** Of `dismiss`: the drifts that it is about, which others of the intent are not. */
  readonly drifts?: readonly string[];
}

/** An answer that decides, and the rule that would have decided without it. */
export interface AnsweredDrift {
  readonly answer: GivenAnswer;
  readonly instead: SelectedRule;
}
