import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/stages/arbitration/types.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import {
  learnedRanks,
  type RuleDraft,
  rulesText,
  withRules,
} from '../../../src/stages/policy/learned-rule.ts';

function defaults(): Policy {
  const policy = builtInPolicy('default');
  if (!policy.ok) throw new Error(policy.error.message);
  return policy.value;
}

const draft: RuleDraft = {
  id: 'learned-human-hotfix',
  description: 'merged 14 of 14 times',
  tier: 'people',
  priority: 61,
  class: 'human',
  purpose: 'hotfix',
  verdict: 'accept',
};

describe('a learned rule', () => {
  it('ranks beside what grants something, and below what only refuses', () => {
    expect(learnedRanks(defaults())).toEqual([
      { tier: 'people', priority: 51 },
      { tier: 'automation', priority: 61 },
    ]);
  });

  it('does not pass a tier that only refuses', () => {
    const policy = defaults();
    const tiers = ['automation', 'harm', 'people', 'code'];

    expect(learnedRanks({ ...policy, tiers }).map(({ tier }) => tier)).toEqual(['people']);
  });

  it.each<[string, Partial<RuleDraft>, string]>([
    ['who and what for', {}, ''],
    [
      'where and when',
      { environment: 'pro"d', incident: 'open' },
      ' && context.environment == "pro\\"d" && context.incident == "open"',
    ],
    ['a place of which nothing is known', { environment: '' }, ' && !has(context.environment)'],
  ])('asks for %s, from people whose identity is trusted', (_, more, rest) => {
    const text = rulesText([{ ...draft, ...more }]);
    const when = 'actor.class == "human" && actor.trusted && intent.purpose == "hotfix"';
    const policy = withRules(defaults(), [{ ...draft, ...more }]);

    expect(text).toContain(`when: ${when}${rest} && harm.severity < 3 && harm.possible < 3\n`);
    expect(policy).toMatchObject({ ok: true });
    expect(policy.ok && policy.value.rules.rules.at(-1)).toMatchObject({
      id: draft.id,
      tier: 'people',
      outcome: 'accept',
    });
  });
});
