import type { Bounds } from './bounds.ts';
import type { Grounds } from './grounds.ts';
import type { Json } from './json.ts';
import type { Party } from './parties.ts';
import type { AttributePath } from './path.ts';

/** What may be decided, from writing the change to nothing left to do. */
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

/** What is to be done about one drift, and the rule that says so. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Id of the policy rule. */
  readonly rule: string;
  /** Why, in a sentence, with the values the rule saw. */
  readonly because: string;
  /** ISO 8601 UTC: when the verdict lapses; a delegation does so at the end of a day. */
  readonly expires?: string;
  /** Delegation: when it was first granted (ISO 8601 UTC), which is what its term counts from. */
  readonly granted?: string;
  /** Delegation: the values within which the owner may move. */
  readonly bounds?: Bounds;
  /** The value to write, where that is not the live one: a compromise, or what was declared. */
  readonly value?: Json;
}

/** The rule of a verdict that a person gave. */
export const answerRule = 'answer';

/** A person said that the drift is none to act on, as it is now: cloud and code differ on. */
export function isDismissed({ verdict: { outcome, rule } }: Pick<Decision, 'verdict'>): boolean {
  return outcome === 'noop' && rule === answerRule;
}

/** The commit that a value in the code comes from. */
export interface CodeCommit {
  readonly commit: string;
  /** Mail address, or name where there is none. */
  readonly author: string;
  /** ISO 8601 UTC: when it was written. */
  readonly time: string;
  /** The history of the line begins there: that does not mean that the value was set then. */
  readonly first?: boolean;
}

export interface Decision {
  readonly intent: string;
  readonly drift: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly verdict: Verdict;
  /** How it came to that, line by line: rules seen, who lost to whom, what would change it. */
  readonly explanation: readonly string[];
  /** Where the declared value comes from, as far as version control shows. */
  readonly code?: CodeCommit;
  /** The same as data. */
  readonly grounds?: Grounds;
  /** All who want something of the field, who decides first, where they are several. */
  readonly parties?: readonly Party[];
}
