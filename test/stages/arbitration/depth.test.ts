import { describe, expect, it } from 'vitest';
import type { Depth } from '../../../src/model/depth.ts';
import type { Drift } from '../../../src/model/drift.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import type { RuleMatch, RuleSet } from '../../../src/stages/arbitration/rules/types.ts';
import { makeDrift } from '../intent/make.ts';
import { by, inputOf, policyNamed } from './scene.ts';

const base = makeDrift('aws_dax_cluster.cache', ['description'], 'orders', 'carts');

function drift(depth: Depth, basis: Drift['basis']): Drift {
  return depth === 'mapped' ? { ...base, basis } : { ...base, depth, basis };
}

function verdict(policy: string, one: Drift): string {
  const [decision] = decide(inputOf({ drifts: [one], by: by('human', 'ann'), policy }));
  return `${decision?.verdict.outcome} ${decision?.verdict.rule}`;
}

describe('what was derived from rules', () => {
  it.each<[string, Depth, Drift['basis'], string]>([
    ['default', 'mapped', 'inferred', 'accept person'],
    ['default', 'derived', 'inferred', 'escalate derived-value'],
    ['default', 'derived', 'confirmed', 'accept person'],
    ['default', 'touched', 'inferred', 'escalate derived-value'],
    ['default', 'touched', 'confirmed', 'accept person'],
    ['accept-all', 'mapped', 'inferred', 'accept accept-all'],
    ['accept-all', 'derived', 'inferred', 'escalate derived-value'],
    ['accept-all', 'derived', 'confirmed', 'accept accept-all'],
    ['observe', 'derived', 'inferred', 'defer observe'],
  ])('under %s, %s and %s: %s', (policy, depth, basis, want) => {
    expect(verdict(policy, drift(depth, basis))).toBe(want);
  });

  it.each([
    ['accept', 'change.depth', 'accept'],
    ['accept', 'change.type', 'escalate'],
    ['compromise', 'change.type', 'escalate'],
    ['delegate', 'change.type', 'escalate'],
    ['reject', 'change.type', 'reject'],
  ] as const)('%s by a rule that asks for %s: %s', (outcome, name, want) => {
    const match: RuleMatch = {
      rule: 'ours',
      tier: 'people',
      priority: 50,
      specificity: 1,
      outcome,
      because: '{actor} may.',
      obligations: {},
      seen: [{ name, value: 'derived' }],
    };
    const rules: RuleSet = { rules: [], evaluate: () => ({ matches: [match], untested: [] }) };
    const input = inputOf({ drifts: [drift('derived', 'inferred')], by: by('human', 'ann') });
    const [decision] = decide({ ...input, policy: { ...policyNamed('default'), rules } });

    expect(decision?.verdict.outcome).toBe(want);
  });
});
