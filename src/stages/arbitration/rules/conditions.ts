import type { FactName, Facts } from '../facts.ts';
import {
  type Obligations,
  type RuleEvaluation,
  type RuleMatch,
  type RuleSet,
  type RuleSummary,
  seenValue,
  summarizeRule,
  type Untested,
} from './types.ts';

/** One comparison of a fact, kept as data so that it can be shown and tested. */
export type RuleCondition =
  | { readonly fact: FactName; readonly is: readonly (string | boolean)[] }
  | { readonly fact: FactName; readonly not: readonly (string | boolean)[] }
  | { readonly fact: FactName; readonly atLeast: number };

export interface ConditionRule extends Omit<RuleSummary, 'outcome'> {
  /** All conditions must hold. */
  readonly when: readonly RuleCondition[];
  readonly then: Consequence;
}

export type Consequence = Pick<RuleMatch, 'outcome' | 'because'> & Obligations;

/** A rule set whose guards are comparisons of facts. */
export function conditionRules(rules: readonly ConditionRule[]): RuleSet {
  return {
    rules: rules.map((rule) => summarizeRule(rule, rule.then.outcome)),
    evaluate: (facts) => evaluate(rules, facts),
  };
}

function evaluate(rules: readonly ConditionRule[], facts: Facts): RuleEvaluation {
  const matches: RuleMatch[] = [];
  const untested: Untested[] = [];
  for (const rule of rules) {
    const isRuledOut = rule.when.some(
      (condition) => facts[condition.fact] !== undefined && !holds(condition, facts),
    );
    if (isRuledOut) continue;
    const missing = rule.when.filter(({ fact }) => facts[fact] === undefined);
    if (missing.length === 0) matches.push(matchOf(rule, facts));
    else untested.push(untestedRule(rule, missing));
  }
  return { matches, untested };
}

function untestedRule(
  { id, tier, priority }: ConditionRule,
  missing: readonly RuleCondition[],
): Untested {
  const why = `${missing.map(({ fact }) => fact).join(', ')} is unknown`;
  return { kind: 'missing', rule: id, tier, priority, why };
}

/** The rule as a match, with the facts that its guard consulted. */
function matchOf({ id, tier, priority, when, then }: ConditionRule, facts: Facts): RuleMatch {
  const { outcome, because, ...obligations } = then;
  return {
    rule: id,
    tier,
    priority,
    specificity: when.length,
    outcome,
    because,
    obligations,
    seen: when.map(({ fact }) => ({ name: fact, value: seenValue(facts[fact]) })),
  };
}

/** A missing fact never satisfies a condition, not even a negative one. */
function holds(condition: RuleCondition, facts: Facts): boolean {
  const value = facts[condition.fact];
  if (value === undefined) return false;
  if ('atLeast' in condition) return typeof value === 'number' && value >= condition.atLeast;
  if (typeof value !== 'string' && typeof value !== 'boolean') return false;
  return 'is' in condition ? condition.is.includes(value) : !condition.not.includes(value);
}
