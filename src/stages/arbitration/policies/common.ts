import type { FactName } from '../facts.ts';
import type { ConditionRule, Consequence, RuleCondition } from '../rules/conditions.ts';
import type { RuleMatch } from '../rules/types.ts';
import type { Policy } from '../types.ts';

const is = (fact: FactName, ...values: readonly (string | boolean)[]): RuleCondition => ({
  fact,
  is: values,
});

/** A rule of the given tier, with priority 50 unless it has to yield to or beat a neighbor. */
function rule(
  tier: string,
  id: string,
  description: string,
  when: readonly RuleCondition[],
  then: Consequence,
  priority = 50,
): ConditionRule {
  return { id, description, tier, priority, when, then };
}

/** The weakest rule, which decides when no other matches. */
export function fallback(
  tier: string,
  id: string,
  { outcome, because, ...obligations }: Consequence,
): RuleMatch {
  return {
    rule: id,
    tier,
    priority: 50,
    specificity: 0,
    outcome,
    because,
    obligations,
    seen: [],
  };
}

/**
 * Rules for what needs no verdict because cloud and code agree, and for what has none because its
 * value is not visible.
 */
export const recordRules: readonly ConditionRule[] = [
  rule(
    'record',
    'nothing-left',
    'The cloud matches the code.',
    [is('change.same', true)],
    { outcome: 'noop', because: '{field} is {live} in the cloud and in the code.' },
    90,
  ),
  rule(
    'record',
    'hidden-value',
    'A value that the log hides can only be written by hand.',
    [is('change.known', false)],
    {
      outcome: 'escalate',
      because: '{actor} {change}; it has to be written by hand.',
    },
    80,
  ),
];

export const commonSettings: Pick<
  Policy,
  'authority' | 'nonProduction' | 'holdHours' | 'graceHours' | 'delegationDays'
> = {
  authority: {
    security: 80,
    compliance: 80,
    iac: 60,
    human: 50,
    controller: 40,
    provider: 40,
    pipeline: 30,
    cost: 20,
    agent: 10,
    unknown: 0,
  },
  nonProduction: [
    'demo',
    'dev',
    'development',
    'integration',
    'preview',
    'qa',
    'sandbox',
    'staging',
    'stage',
    'test',
    'testing',
    'uat',
  ],
  holdHours: 72,
  graceHours: 24,
  delegationDays: 90,
};
