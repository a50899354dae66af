import type { Outcome } from '../../../model/decision.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import type { Facts } from '../facts.ts';

/**
 * What ends a verdict: the end of the incident's hold, of the freeze or of the delegation's term,
 * or a time.
 */
export type Lapse =
  | 'hold'
  | 'freeze'
  | 'term'
  | { readonly hours: number }
  /** ISO 8601 UTC. */
  | { readonly at: string };

/** What the verdict requires; without it the decision becomes a question. */
export type Requirement = 'ticket' | 'declaration';

/** Conditions attached to a verdict. */
export interface Obligations {
  readonly expires?: Lapse;
  /** Limits the owner to the resource's minimum and maximum. */
  readonly bounded?: boolean;
  readonly requires?: readonly Requirement[];
}

/** A fact that a guard consulted. */
export interface SeenFacts {
  readonly name: string;
  /** Null if the fact was missing. */
  readonly value: string | number | boolean | null;
}

/**
 * The form in which a value is shown. Lists and objects become a text, cut to a readable length.
 */
export function seenValue(value: Json | undefined): SeenFacts['value'] {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') {
    return value ?? null;
  }
  return displayText(typeof value === 'string' ? value : canonicalJson(value), longestSeen);
}

const longestSeen = 300;

/** The result of a rule that matched. Nothing else of the rule reaches the decision. */
export interface RuleMatch {
  readonly rule: string;
  /** One of the policy's tiers. */
  readonly tier: string;
  readonly priority: number;
  /** The number of conditions of the guard; the more specific rule wins. */
  readonly specificity: number;
  readonly outcome: Outcome;
  /**
   * One sentence, in which placeholders such as `{actor}`, `{field}` and `{declared}` are filled
   * in.
   */
  readonly because: string;
  readonly obligations: Obligations;
  readonly seen: readonly SeenFacts[];
  /** Where the rule is written: `parley.policy.yaml:12`. Undefined for built-in rules. */
  readonly place?: string;
}

/**
 * A rule that could not be tested, and so never matches. `missing`: it asks for an unknown fact.
 * `error`: its guard failed; if the rule could have decided, the decision becomes a question.
 */
export interface Untested {
  readonly kind: 'missing' | 'error';
  readonly rule: string;
  readonly tier: string;
  readonly priority: number;
  /** The reason, to complete a sentence: `change.bounds is unknown`. */
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
  /** One of the policy's tiers. */
  readonly tier: string;
  readonly priority: number;
  readonly outcome: Outcome;
}

export function summarizeRule(
  { id, description, tier, priority }: Omit<RuleSummary, 'outcome'>,
  outcome: Outcome,
): RuleSummary {
  return { id, description, tier, priority, outcome };
}

/** The rules of a policy, independent of the language in which their guards are written. */
export interface RuleSet {
  /**
   * In the order of the policy, for reviews, linters and coverage; the order has no other meaning.
   */
  readonly rules: readonly RuleSummary[];
  /** A pure function: equal facts give equal matches. */
  readonly evaluate: (facts: Facts) => RuleEvaluation;
}
