import type { Bounds } from './bounds.ts';
import type { Grounds } from './grounds.ts';
import type { Json } from './json.ts';
import type { Party } from './parties.ts';
import type { AttributePath } from './path.ts';

/** The possible decisions, from writing the change to having nothing left to do. */
export const outcomes = [
  'accept',
  'reject',
  'delegate',
  'compromise',
  'defer',
  'escalate',
  'noop',
  'expired',
] as const;

export type Outcome = (typeof outcomes)[number];

/** What is to be done about one drift, with the rule that decided. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The id of the policy rule. */
  readonly rule: string;
  /** The reason as a sentence, with the values that the rule used. */
  readonly because: string;
  /** When the verdict expires, in ISO 8601 UTC; for a delegation, at the end of a day. */
  readonly expires?: string;
  /**
   * For a delegation: when it was first granted, in ISO 8601 UTC, which its term is counted from.
   */
  readonly granted?: string;
  /** For a delegation: the limits within which the owner may set the value. */
  readonly bounds?: Bounds;
  /** The value to write, if it is not the live one: a compromise, or the declared value. */
  readonly value?: Json;
}

/** The rule in a verdict that a person gave. */
export const answerRule = 'answer';

/** True if a person dismissed the drift, although cloud and code still differ. */
export function isDismissed({ verdict: { outcome, rule } }: Pick<Decision, 'verdict'>): boolean {
  return outcome === 'noop' && rule === answerRule;
}

/** The commit that a value in the code comes from. */
export interface CodeCommit {
  readonly commit: string;
  /** The mail address, or the name if there is none. */
  readonly author: string;
  /** When it was written, in ISO 8601 UTC. */
  readonly time: string;
  /** The history of the line begins with this commit, which may not have set the value. */
  readonly first?: boolean;
}

export interface Decision {
  readonly intent: string;
  readonly drift: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly verdict: Verdict;
  /**
   * How the decision was reached, line by line: rules that matched, who lost to whom, what would
   * change it.
   */
  readonly explanation: readonly string[];
  /** The commit that the declared value comes from, if version control shows it. */
  readonly code?: CodeCommit;
  /** The content of `explanation` as data. */
  readonly grounds?: Grounds;
  /**
   * All parties that want a value for the field, if there are several; the one that decides comes
   * first.
   */
  readonly parties?: readonly Party[];
}
