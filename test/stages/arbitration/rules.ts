import type { RuleMatch } from '../../../src/stages/arbitration/rules/types.ts';
import type { Policy } from '../../../src/stages/arbitration/types.ts';
import { policyNamed } from './scene.ts';

/** A rule that matched, as any engine may report it. */
export function match(rule: string, more: Partial<RuleMatch> = {}): RuleMatch {
  return {
    rule,
    tier: 'people',
    priority: 50,
    specificity: 1,
    outcome: 'accept',
    because: '{actor} may.',
    obligations: {},
    seen: [{ name: 'a.size > 3', value: true }],
    ...more,
  };
}

/** The default policy, but with these rules, which match whatever the facts are. */
export function policyWith(matches: readonly RuleMatch[]): Policy {
  const rules = { rules: [], evaluate: () => ({ matches, untested: [] }) };
  return { ...policyNamed('default'), rules };
}
