import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import type { Facts } from '../../../src/stages/arbitration/facts.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { compileGuard, factMaps } from '../../../src/stages/policy/cel/guard.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { atomsIn, lintCondition } from '../../../src/stages/policy/lint/condition.ts';
import { lintInput } from '../../../src/stages/policy/lint/input.ts';
import { lawTexts } from '../../../src/stages/policy/lint/laws.ts';
import { lintPolicy } from '../../../src/stages/policy/lint/lint.ts';
import { search } from '../../../src/stages/policy/lint/search.ts';
import { scenarioInput } from '../../../src/stages/policy/scenario/input.ts';
import { cases } from '../../cases.ts';
import { anyFacts } from './facts.ts';
import { anyGuard, plainGuard } from './guards.ts';
import { readSituations } from './suite/situation.ts';

interface Drawn {
  readonly when: string;
  readonly tier: string;
  readonly priority: number;
  readonly verdict: string;
}

function policyOf(rules: readonly Drawn[]) {
  const lines = rules.map((rule, index) => `  - ${JSON.stringify({ id: `r${index}`, ...rule })}`);
  const text = `apiVersion: parley/v1
tiers: [high, low, code]
code: { tier: code, priority: 50 }
fallback: { tier: low, verdict: escalate }
rules:
${lines.join('\n')}
`;
  const read = readPolicyFile(text, 'p.yaml');
  if (!read.ok) throw new Error(`${read.error.message} ${text}`);
  const input = lintInput(read.value);
  if (!input.ok) throw new Error(input.error.message);
  return { policy: read.value.policy, findings: lintPolicy(input.value) };
}

const drawn = (guard: fc.Arbitrary<string>) =>
  fc.record({
    when: guard,
    tier: fc.constantFrom('high', 'low'),
    priority: fc.constantFrom(40, 50),
    verdict: fc.constantFrom('accept', 'reject', 'escalate'),
  });

const holds = (guard: string, facts: Facts) => {
  const compiled = compileGuard(guard);
  if (!compiled.ok) throw new Error(`${compiled.error.message}: ${guard}`);
  return compiled.value.evaluate(factMaps(facts)).kind === 'holds';
};

describe('the linter, whatever guards say', () => {
  it('calls no rule dead that holds and decides somewhere', () => {
    const policies = fc.array(drawn(anyGuard), { minLength: 1, maxLength: 4 });
    const many = fc.array(anyFacts, { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(policies, many, (rules, all) => {
        const { policy, findings } = policyOf(rules);
        const coded = (code: string) =>
          findings.filter((one) => one.code === code).map(({ rule }) => rule);
        const rank = ({ tier, priority }: { tier: string; priority: number }) =>
          policy.tiers.indexOf(tier) * 1000 - priority;
        for (const facts of all) {
          const { matches } = policy.rules.evaluate(facts);
          const best = Math.min(...matches.map(rank));
          const deciding = matches.filter((match) => rank(match) === best);
          const ids = (some: typeof matches) => some.map(({ rule }) => rule);
          expect(ids(matches).filter((id) => coded('never-holds').includes(id))).toEqual([]);
          expect(ids(deciding).filter((id) => coded('never-decides').includes(id))).toEqual([]);
        }
      }),
      { numRuns: cases(2000, 200) },
    );
  });

  it('finds what cannot hold, and what can never decide', () => {
    fc.assert(
      fc.property(plainGuard, plainGuard, (one, other) => {
        const dead = {
          when: `(${one}) && !(${one})`,
          tier: 'low',
          priority: 50,
          verdict: 'reject',
        };
        const wide = { ...dead, when: one, tier: 'high' };
        const narrow = { ...dead, when: `(${other}) && (${one})` };
        const { findings } = policyOf([dead, wide, narrow]);
        const found = (rule: string) => findings.filter((each) => each.rule === rule);
        expect(found('r0').map(({ code }) => code)).toEqual(['never-holds']);
        expect(found('r2').map(({ code }) => code)).toEqual([
          expect.stringMatching(/^never-(?:holds|decides)$/),
        ]);
      }),
      { numRuns: cases(1000, 200) },
    );
  });

  it('sees in the parts of a guard what the guard sees', () => {
    fc.assert(
      fc.property(anyGuard, anyFacts, (guard, facts) => {
        const condition = lintCondition(guard);
        const found = search({
          hold: [condition],
          holdNot: [],
          laws: [],
          valuesOf: (name) => [facts[name as keyof Facts]],
          mode: 'witness',
          steps: 1000,
        });
        expect(found.kind === 'found').toBe(holds(guard, facts));
        expect(atomsIn(condition).length).toBeGreaterThan(0);
      }),
      { numRuns: cases(2000, 300) },
    );
  });
});

describe('relations between facts', () => {
  const policy = builtInPolicy('default');
  if (!policy.ok) throw new Error(policy.error.message);
  const seen: Facts[] = [];
  const { rules } = policy.value;
  const watched = {
    ...policy.value,
    rules: {
      ...rules,
      evaluate: (facts: Facts) => {
        seen.push(facts);
        return rules.evaluate(facts);
      },
    },
  };
  const table = loadHarmFacts();
  for (const { one } of readSituations()) decide(scenarioInput(one, watched, table));

  it.each(lawTexts)('holds in all situations of the suite: %s', (law) => {
    expect(seen.length).toBeGreaterThan(500);
    expect(seen.filter((facts) => !holds(law, facts))).toEqual([]);
  });
});
