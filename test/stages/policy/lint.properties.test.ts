import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/stages/arbitration/types.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { lintInput } from '../../../src/stages/policy/lint/input.ts';
import { lintPolicy } from '../../../src/stages/policy/lint/lint.ts';
import { anyFacts } from './facts.ts';

const atom = fc.constantFrom(
  'actor.class == "human"',
  'actor.class in ["cost", "agent"]',
  'change.zero',
  '!change.scaled',
  'change.direction == "raise"',
  'context.incident != "none"',
  'intent.confidence >= 0.5',
);
const guard = fc
  .array(atom, { minLength: 1, maxLength: 3 })
  .chain((atoms) => fc.constantFrom(atoms.join(' && '), atoms.join(' || ')));
const rule = fc.record({
  when: guard,
  tier: fc.constantFrom('high', 'low'),
  priority: fc.constantFrom(40, 50),
  verdict: fc.constantFrom('accept', 'reject', 'escalate'),
});
const policyText = fc.array(rule, { minLength: 1, maxLength: 5 }).map((rules) => {
  const lines = rules.map(
    ({ when, tier, priority, verdict }, index) =>
      `  - { id: r${index}, tier: ${tier}, priority: ${priority}, verdict: ${verdict}, when: '${when}' }`,
  );
  return `apiVersion: parley/v1
tiers: [high, low, code]
code: { tier: code, priority: 50 }
fallback: { tier: low, verdict: escalate }
rules:
${lines.join('\n')}
`;
});

function lint(text: string) {
  const read = readPolicyFile(text, 'p.yaml');
  if (!read.ok) throw new Error(read.error.message);
  const input = lintInput(read.value);
  if (!input.ok) throw new Error(input.error.message);
  return { policy: read.value.policy, findings: lintPolicy(input.value) };
}

/** The strongest matches by tier and priority alone, which is all that the linter may rely on. */
function strongest(policy: Policy, facts: Parameters<Policy['rules']['evaluate']>[0]) {
  const { matches } = policy.rules.evaluate(facts);
  const key = ({ tier, priority }: (typeof matches)[number]) =>
    policy.tiers.indexOf(tier) * 1000 - priority;
  const best = Math.min(...matches.map(key));
  return matches.filter((match) => key(match) === best);
}

describe('what the linter says', () => {
  it('is true: a rule that never holds or decides never does', () => {
    fc.assert(
      fc.property(policyText, fc.array(anyFacts, { minLength: 20, maxLength: 20 }), (text, all) => {
        const { policy, findings } = lint(text);
        const dead = findings
          .filter(({ code }) => code === 'never-holds' || code === 'never-decides')
          .map((finding) => finding.rule);
        for (const facts of all) {
          const tops = strongest(policy, facts).map((match) => match.rule);
          expect(tops.filter((id) => dead.includes(id))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is complete for ties: without a finding no two equal rules disagree', () => {
    fc.assert(
      fc.property(policyText, fc.array(anyFacts, { minLength: 20, maxLength: 20 }), (text, all) => {
        const { policy, findings } = lint(text);
        if (findings.some(({ code }) => code === 'undecided')) return;
        const dead = new Set(findings.map((finding) => finding.rule));
        for (const facts of all) {
          const tops = strongest(policy, facts).filter((match) => !dead.has(match.rule));
          const max = Math.max(...tops.map(({ specificity }) => specificity));
          const equal = tops.filter(({ specificity }) => specificity === max);
          expect(new Set(equal.map(({ outcome }) => outcome)).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});
