import type { Facts } from '../arbitration/facts.ts';
import {
  type RuleEvaluation,
  type RuleMatch,
  type RuleSet,
  type RuleSummary,
  summarizeRule,
  type Untested,
} from '../arbitration/rules/types.ts';
import { factMaps, type Guard } from './cel/guard.ts';

/** A rule whose condition is a guard in CEL. */
export interface GuardedRule
  extends RuleSummary,
    Pick<RuleMatch, 'because' | 'obligations' | 'place'> {
  /** Undefined if the rule always matches. */
  readonly guard: Guard | undefined;
}

/** A rule set from the rules of a policy file. */
export function guardedRules(rules: readonly GuardedRule[]): RuleSet {
  return {
    rules: rules.map((rule) => summarizeRule(rule, rule.outcome)),
    evaluate: (facts) => evaluate(rules, facts),
  };
}

function evaluate(rules: readonly GuardedRule[], facts: Facts): RuleEvaluation {
  const maps = factMaps(facts);
  const matches: RuleMatch[] = [];
  const untested: Untested[] = [];
  for (const rule of rules) {
    const result = rule.guard?.evaluate(maps) ?? { kind: 'holds' };
    const { id, tier, priority } = rule;
    switch (result.kind) {
      case 'holds':
        matches.push(matchOf(rule, facts));
        break;
      case 'missing': {
        const why = `${result.facts.join(', ')} is unknown`;
        untested.push({ kind: 'missing', rule: id, tier, priority, why });
        break;
      }
      case 'error':
        untested.push({ kind: 'error', rule: id, tier, priority, why: result.message });
        break;
      case 'fails':
        break;
    }
  }
  return { matches, untested };
}

function matchOf(rule: GuardedRule, facts: Facts): RuleMatch {
  const { id, tier, priority, guard, outcome, because, obligations, place } = rule;
  return {
    rule: id,
    tier,
    priority,
    specificity: guard?.specificity ?? 0,
    outcome,
    because,
    obligations,
    seen: guard?.seen(facts) ?? [],
    ...(place === undefined ? {} : { place }),
  };
}

/**
 * Combines both rule sets. Rules of `base` are left out if `over` has a rule with the same id, or
 * if `without` lists them.
 */
export function overlaid(base: RuleSet, over: RuleSet, without: readonly string[]): RuleSet {
  const gone = new Set([...without, ...over.rules.map(({ id }) => id)]);
  return {
    rules: [...base.rules.filter(({ id }) => !gone.has(id)), ...over.rules],
    evaluate: (facts) => {
      const [below, above] = [base.evaluate(facts), over.evaluate(facts)];
      return {
        matches: [...below.matches.filter(({ rule }) => !gone.has(rule)), ...above.matches],
        untested: [...below.untested.filter(({ rule }) => !gone.has(rule)), ...above.untested],
      };
    },
  };
}
