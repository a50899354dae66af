import type { Outcome } from '../../../model/decision.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import type { Facts } from '../facts.ts';

/** What ends a verdict: the incident's hold, the freeze, the term of a delegation, or a time. */
export type Lapse =
  | 'hold'
  | 'freeze'
  | 'term'
  | { readonly hours: number }
  /** ISO 8601 UTC. */
  | { readonly at: string };

/** What has to be there for the verdict to stand; without it, the decision is a question. */
export type Requirement = 'ticket' | 'declaration';

/** What a verdict brings with it. */
export interface Obligations {
  readonly expires?: Lapse;
  /** The owner may move within the resource's minimum and maximum. */
  readonly bounded?: boolean;
  readonly requires?: readonly Requirement[];
}

/** A value that a guard looked at. */
export interface SeenFacts {
  readonly name: string;
  /** Null where there was none. */
  readonly value: string | number | boolean | null;
}

/** What is shown of a value: of lists and objects a text, short enough to be read. */
export function seenValue(value: Json | undefined): SeenFacts['value'] {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') {
    return value ?? null;
  }
  return displayText(typeof value === 'string' ? value : canonicalJson(value), longestSeen);
}

const longestSeen = 300;

/** What a rule that matched says. Nothing else of a rule reaches the decision. */
export interface RuleMatch {
  readonly rule: string;
  /** One of the policy's tiers. */
  readonly tier: string;
  readonly priority: number;
  /** How much the guard asks for; the more special rule wins. */
  readonly specificity: number;
  readonly outcome: Outcome;
  /** One sentence; `{actor}`, `{field}`, `{declared}` and the like are filled in. */
  readonly because: string;
  readonly obligations: Obligations;
  readonly seen: readonly SeenFacts[];
  /** Where it is written, `parley.policy.yaml:12`: built-in rules are nowhere. */
  readonly place?: string;
}

/**
 * A rule that could not be tested. It never matches. `missing`: it asks for something that is not
 * known. `error`: its guard failed, and if it could have decided, the decision is a question.
 */
export interface Untested {
  readonly kind: 'missing' | 'error';
  readonly rule: string;
  readonly tier: string;
  readonly priority: number;
  /** The rest of a sentence: `change.bounds is unknown`. */
  readonly why: string;
}

export interface RuleEvaluation {
  /** In any order. */
  readonly matches: readonly RuleMatch[];
  readonly untested: readonly Untested[];
}

export interface RuleSummary {
  readonly id: string;
  readonly description: string;
  readonly tier: string;
  readonly priority: number;
  readonly outcome: Outcome;
}

/** The rules of a policy behind whatever language their guards are written in. */
export interface RuleSet {
  /** In the order of the policy, for reviews, linters and coverage; the order means nothing else. */
  readonly rules: readonly RuleSummary[];
  /** Pure: equal facts give equal matches. */
  readonly evaluate: (facts: Facts) => RuleEvaluation;
}
