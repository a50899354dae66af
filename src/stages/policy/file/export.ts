import { stringify } from 'yaml';
import type { FactName } from '../../arbitration/facts.ts';
import type { ConditionRule, RuleCondition } from '../../arbitration/rules/conditions.ts';
import type { Policy } from '../../arbitration/types.ts';
import { factKind } from '../vocabulary.ts';

/**
 * A built-in policy as a policy file, to start a custom one from. It has the same rules, with their
 * conditions as guards, and decides in the same way.
 */
export function exportPolicy(policy: Policy, rules: readonly ConditionRule[]): string {
  const { fallback, contention, maxDeferDays } = policy;
  return stringify(
    {
      apiVersion: 'parley/v1',
      name: policy.name,
      description: policy.description,
      tiers: policy.tiers,
      code: policy.code,
      authority: policy.authority,
      ...(contention === undefined ? {} : { contention }),
      invariants: policy.invariants,
      groups: policy.groups,
      parties: policy.parties,
      non_production: policy.nonProduction,
      hold_hours: policy.holdHours,
      grace_hours: policy.graceHours,
      delegation_days: policy.delegationDays,
      ...(maxDeferDays === undefined ? {} : { max_defer_days: maxDeferDays }),
      rules: rules.map(ruleEntry),
      fallback: {
        tier: fallback.tier,
        verdict: fallback.outcome,
        because: fallback.because,
        ...fallback.obligations,
      },
    },
    { lineWidth: 100 },
  );
}

function ruleEntry({ id, description, tier, priority, when, then }: ConditionRule) {
  const { outcome, because, ...obligations } = then;
  return {
    id,
    description,
    tier,
    ...(priority === 50 ? {} : { priority }),
    ...(when.length === 0 ? {} : { when: when.map(conditionText).join(' && ') }),
    verdict: outcome,
    because,
    ...obligations,
  };
}

/** A condition as CEL text. */
function conditionText(condition: RuleCondition): string {
  const { fact } = condition;
  if ('atLeast' in condition) return `${fact} >= ${condition.atLeast}`;
  const values = 'is' in condition ? condition.is : condition.not;
  const wanted = 'is' in condition;
  const [only, ...more] = values;
  if (factKind(fact)?.type === 'flag' && more.length === 0) {
    return (only === true) === wanted ? fact : `!${fact}`;
  }
  return more.length === 0 ? equals(fact, only, wanted) : isAmong(fact, values, wanted);
}

type Value = string | boolean | undefined;

function equals(fact: FactName, value: Value, wanted: boolean): string {
  return `${fact} ${wanted ? '==' : '!='} ${JSON.stringify(value)}`;
}

function isAmong(fact: FactName, values: readonly Value[], wanted: boolean): string {
  const list = `${fact} in [${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  return wanted ? list : `!(${list})`;
}
