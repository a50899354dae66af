import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../src/model/coverage.ts';
import type { Drift } from '../../../src/model/drift.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import {
  type DecisionRecord,
  inputFromRecord,
} from '../../../src/stages/arbitration/replay/record.ts';
import type { RuleMatch, RuleSet } from '../../../src/stages/arbitration/rules/types.ts';
import { makeDrift } from '../intent/make.ts';
import { decideOnRecord } from './on-record.ts';
import { by, inputOf, policyNamed } from './scene.ts';

const base = makeDrift('aws_dax_cluster.cache', ['description'], 'orders', 'carts');

function drift(coverage: Coverage, basis: Drift['basis']): Drift {
  return coverage === 'mapped' ? { ...base, basis } : { ...base, coverage, basis };
}

function verdict(policy: string, one: Drift): string {
  const [decision] = decide(inputOf({ drifts: [one], by: by('human', 'ann'), policy }));
  return `${decision?.verdict.outcome} ${decision?.verdict.rule}`;
}

describe('what was derived from rules', () => {
  it.each<[string, Coverage, Drift['basis'], string]>([
    ['default', 'mapped', 'inferred', 'accept person'],
    ['default', 'derived', 'inferred', 'escalate derived-value'],
    ['default', 'derived', 'confirmed', 'accept person'],
    ['default', 'touched', 'inferred', 'escalate derived-value'],
    ['default', 'touched', 'confirmed', 'accept person'],
    ['accept-all', 'mapped', 'inferred', 'accept accept-all'],
    ['accept-all', 'derived', 'inferred', 'escalate derived-value'],
    ['accept-all', 'derived', 'confirmed', 'accept accept-all'],
    ['observe', 'derived', 'inferred', 'defer observe'],
  ])('under %s, %s and %s: %s', (policy, coverage, basis, want) => {
    expect(verdict(policy, drift(coverage, basis))).toBe(want);
  });

  it('stays derived in a record of an earlier version, which called the coverage depth', () => {
    const input = inputOf({ drifts: [drift('derived', 'inferred')], by: by('human', 'ann') });
    const { decisions, record } = decideOnRecord(input);
    const drifts = record.drifts.map(({ coverage, ...rest }) => ({ ...rest, depth: coverage }));
    const former: DecisionRecord = { ...record, drifts };

    expect(decide(inputFromRecord(former, input.policy))).toEqual(decisions);
    expect(decisions.map(({ verdict }) => verdict.rule)).toEqual(['derived-value']);
  });

  it.each([
    ['accept', 'change.coverage', 'accept'],
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
