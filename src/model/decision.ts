import type { Grounds } from './grounds.ts';
import type { Json } from './json.ts';
import type { AttributePath } from './path.ts';

export type Outcome =
  | 'accept'
  | 'reject'
  | 'delegate'
  | 'compromise'
  | 'defer'
  | 'escalate'
  | 'noop'
  | 'expired';

/** What is to be done about one drift, and the rule that says so. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Id of the policy rule. */
  readonly rule: string;
  /** Why, in a sentence, with the values the rule saw. */
  readonly because: string;
  /** ISO 8601 UTC: when the verdict lapses. */
  readonly expires?: string;
  /** Delegation: the values within which the owner may move. */
  readonly bounds?: { readonly min?: number; readonly max?: number };
  /** The value to write, where that is not the live one: a compromise, or what was declared. */
  readonly value?: Json;
}

export interface Decision {
  readonly intent: string;
  readonly drift: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly verdict: Verdict;
  /** How it came to that, line by line: rules seen, who lost to whom, what would change it. */
  readonly explanation: readonly string[];
  /** The same as data. */
  readonly grounds?: Grounds;
}
