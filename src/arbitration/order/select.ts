import type { Case } from '../case.ts';
import type { Condition, Facts, Policy, Rule } from '../types.ts';
import type { Rank } from './rank.ts';
import { compareRanks } from './rank.ts';

/** A rule that matched, with the weight it has for this intent. */
export interface Match {
  readonly rule: Rule;
  readonly rank: Rank;
}

export interface Selection {
  /** The strongest match, or the policy's fallback. */
  readonly top: Match;
  /** The other matches, strongest first. */
  readonly others: readonly Match[];
}

/** The rules that match, by rank: the order in which a policy lists its rules means nothing. */
export function select(policy: Policy, { intent }: Pick<Case, 'intent'>, facts: Facts): Selection {
  const matches = policy.rules
    .filter(({ when }) => when.every((condition) => holds(condition, facts)))
    .map((rule) => ({ rule, rank: rankOf(policy, rule, intent, facts) }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const [top, ...others] = matches;
  const fallback = policy.fallback;
  return top === undefined
    ? { top: { rule: fallback, rank: rankOf(policy, fallback, intent, facts) }, others: [] }
    : { top, others };
}

/** A missing fact never satisfies a condition, not even a negative one. */
export function holds(condition: Condition, facts: Facts): boolean {
  const value = facts[condition.fact];
  if (value === undefined) return false;
  if ('atLeast' in condition) return typeof value === 'number' && value >= condition.atLeast;
  if (typeof value === 'number') return false;
  return 'is' in condition ? condition.is.includes(value) : !condition.not.includes(value);
}

function rankOf(policy: Policy, rule: Rule, intent: Case['intent'], facts: Facts): Rank {
  return {
    tier: tierOf(policy, rule.tier),
    priority: rule.priority,
    authority: policy.authority[facts['actor.class']] ?? 0,
    specificity: rule.when.length,
    confidence: facts['intent.confidence'],
    time: intent.window.to,
    id: rule.id,
  };
}

/** Unknown tiers are the weakest: a misspelt one must not win. */
export function tierOf(policy: Policy, tier: string): number {
  const index = policy.tiers.indexOf(tier);
  return index === -1 ? policy.tiers.length : index;
}

/** `actor.class = human`, `change.bounds unknown`. */
export function conditionText(condition: Condition, facts: Facts): string {
  const value = facts[condition.fact];
  return value === undefined ? `${condition.fact} unknown` : `${condition.fact} = ${value}`;
}
