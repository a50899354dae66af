import type { Intent } from '../../../model/intent.ts';
import { compareText } from '../../../model/text.ts';
import type { Facts } from '../facts.ts';
import type { RuleMatch, Untested } from '../rules/types.ts';
import type { Policy } from '../types.ts';
import { compareRanks, type Rank, rankTier } from './rank.ts';

/** A rule that matched, with the weight it has for this intent. */
export interface SelectedRule {
  readonly rule: RuleMatch;
  readonly rank: Rank;
}

/** A rule that would have deferred or delegated something until a time that has passed. */
export interface Lapsed {
  readonly rule: RuleMatch;
  /** ISO 8601 UTC. */
  readonly ended: string;
}

export interface Selection {
  /** The strongest match, or the policy's fallback. */
  readonly top: SelectedRule;
  /** The other matches, strongest first. */
  readonly others: readonly SelectedRule[];
  /** Rules that matched but have expired, so they decide nothing. */
  readonly lapsed: readonly Lapsed[];
  readonly isFallback: boolean;
  /** Strongest first. */
  readonly untested: readonly Untested[];
  /** A rule that failed and might have decided; its verdict is unknown. */
  readonly failed?: Untested;
}

/**
 * The matching rules by rank. The order in which a policy lists its rules has no meaning. `endOf`
 * returns the time at which a rule expired.
 */
export function select(
  policy: Policy,
  intent: Intent,
  facts: Facts,
  endOf: (rule: RuleMatch) => string | undefined,
): Selection {
  const evaluation = policy.rules.evaluate(facts);
  const lapsed = evaluation.matches.flatMap((rule): Lapsed[] => {
    const ended = endOf(rule);
    return ended === undefined ? [] : [{ rule, ended }];
  });
  const matches = evaluation.matches
    .filter((rule) => !lapsed.some((one) => one.rule === rule))
    .map((rule) => ({ rule, rank: rankOf(policy, rule, intent, facts) }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const [first, ...others] = matches;
  const rule = policy.fallback;
  const top = first ?? { rule, rank: rankOf(policy, rule, intent, facts) };
  const untested = [...evaluation.untested].sort(
    (a, b) =>
      rankTier(policy, a.tier) - rankTier(policy, b.tier) ||
      b.priority - a.priority ||
      compareText(a.rule, b.rule),
  );
  const failed = untested.find((one) => one.kind === 'error' && !isBelow(policy, one, top));
  return {
    top,
    others,
    lapsed: lapsed.sort((a, b) => compareText(a.rule.rule, b.rule.rule)),
    isFallback: first === undefined,
    untested,
    ...(failed === undefined ? {} : { failed }),
  };
}

/** True when the rule loses to the top one whether or not it matches. */
function isBelow(policy: Policy, { tier, priority }: Untested, { rank }: SelectedRule): boolean {
  const own = rankTier(policy, tier);
  return own > rank.tier || (own === rank.tier && priority < rank.priority);
}

function rankOf(policy: Policy, match: RuleMatch, intent: Intent, facts: Facts): Rank {
  return {
    tier: rankTier(policy, match.tier),
    priority: match.priority,
    authority: policy.authority[facts['actor.class']] ?? 0,
    specificity: match.specificity,
    confidence: facts['intent.confidence'],
    time: intent.window.to,
    id: match.rule,
  };
}
