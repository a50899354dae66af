import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/model/json.ts';
import type { RuleEvaluation } from '../../../src/stages/arbitration/rules/types.ts';
import { builtInFile } from '../../../src/stages/policy/built-in/files.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { cases } from '../../cases.ts';
import { anyFacts, sampleFacts } from './facts.ts';

function policyOf(text: string) {
  const policy = readPolicyFile(text, 'p.yaml');
  if (!policy.ok) throw new Error(JSON.stringify(policy.error));
  return policy.value.policy;
}

const key = ({ matches, untested }: RuleEvaluation) => ({
  matches: matches.map(({ rule, outcome, because, obligations, tier, priority, specificity }) =>
    canonicalJson({
      rule,
      outcome,
      because,
      obligations: JSON.parse(JSON.stringify(obligations)),
      tier,
      priority,
      specificity,
    }),
  ),
  untested: untested.map(({ rule, kind }) => `${rule} ${kind}`),
});

describe.each(['default', 'accept-all', 'observe'])('the built-in policy %s as a file', (name) => {
  const builtIn = builtInPolicy(name);
  const file = policyOf(builtInFile(name) ?? '');

  it('has the same settings', () => {
    const { rules: _, ...settings } = builtIn.ok ? builtIn.value : file;
    const { rules: __, ...read } = file;

    expect({ ...read, fallback: { ...read.fallback, rule: '' } }).toEqual({
      ...settings,
      fallback: { ...settings.fallback, rule: '' },
    });
  });

  it('says the same for all facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const expected = builtIn.ok ? builtIn.value.rules.evaluate(facts) : undefined;
        expect(key(file.rules.evaluate(facts))).toEqual(expected && key(expected));
      }),
      { numRuns: cases(2000) },
    );
  });
});

const head =
  'apiVersion: parley/v1\ntiers: [first, code, rest]\ncode: { tier: code, priority: 50 }\n';

describe('a policy file', () => {
  it('may start from a built-in one, replace rules and leave some out', () => {
    const policy = policyOf(`
apiVersion: parley/v1
name: ours
extends: default
without: [cost-saves]
rules:
  - id: person
    tier: people
    when: actor.class == "human" && intent.purpose != "weakening"
    verdict: escalate
    because: "{actor} {change}: somebody looks at it first."
`);
    const { matches } = policy.rules.evaluate(sampleFacts);

    expect(matches.map(({ rule, outcome }) => [rule, outcome])).toEqual([['person', 'escalate']]);
    expect(policy.rules.rules.map(({ id }) => id)).not.toContain('cost-saves');
    expect(policy.tiers).toContain('automation');
    expect(policy.holdHours).toBe(72);
  });

  it('shows where a rule stands and the values that its guard saw', () => {
    const policy = policyOf(
      `${head}rules:\n  - { id: a, tier: first, verdict: accept, when: 'change.zero || actor.class == "human"' }\n`,
    );

    expect(policy.rules.evaluate(sampleFacts).matches[0]).toMatchObject({ place: 'p.yaml:5' });
    expect(policy.rules.evaluate(sampleFacts).matches[0]?.seen).toEqual([
      { name: 'change.zero', value: false },
      { name: 'actor.class', value: 'human' },
    ]);
  });

  it.each<[string, string, string, number, number]>([
    [
      'a plain guard',
      `${head}rules:\n  - id: a\n    tier: first\n    verdict: accept\n    when: actor.class == "humn"\n`,
      'Rule a: actor.class is never "humn"; did you mean human?.',
      8,
      26,
    ],
    [
      'a quoted guard',
      `${head}rules:\n  - { id: a, tier: first, verdict: accept, when: 'actor.clas == "x"' }\n`,
      'Rule a: There is no fact actor.clas; did you mean actor.class?.',
      5,
      51,
    ],
    [
      'a fact by its former name',
      `${head}rules:\n  - { id: a, tier: first, verdict: accept, when: 'change.depth == "derived"' }\n`,
      'Rule a: There is no fact change.depth; did you mean change.coverage?.',
      5,
      51,
    ],
    [
      'a guard of several lines',
      `${head}rules:\n  - id: a\n    tier: first\n    verdict: accept\n    when: |\n      change.zero &&\n      change.knd == "x"\n`,
      'Rule a: There is no fact change.knd; did you mean change.kind?.',
      10,
      7,
    ],
    [
      'a tier',
      `${head}rules:\n  - { id: a, tier: frist, verdict: accept }\n`,
      'There is no tier frist. The tiers are first, code, rest.',
      5,
      20,
    ],
    [
      'a rule named twice',
      `${head}rules:\n  - { id: a, tier: first, verdict: accept }\n  - { id: a, tier: first, verdict: reject }\n`,
      'There are two rules called a.',
      6,
      11,
    ],
    ['a setting', `${head}holdhours: 3\n`, 'There is no setting called "holdhours".', 4, 1],
    [
      'a verdict',
      `${head}rules:\n  - { id: a, tier: first, verdict: allow }\n`,
      'rules.0.verdict: Use one of accept, reject, delegate, compromise, defer, escalate, noop, expired.',
      5,
      36,
    ],
    ['a version', 'apiVersion: parley/v9\n', 'apiVersion: Use apiVersion: parley/v1.', 1, 13],
    [
      'no tiers',
      'apiVersion: parley/v1\n',
      'A policy that extends none needs tiers, strongest first.',
      1,
      1,
    ],
    [
      'a rule to leave out',
      'apiVersion: parley/v1\nextends: default\nwithout: [nobody]\n',
      'There is no rule nobody to leave out.',
      3,
      11,
    ],
  ])('names line and column of %s', (_, text, message, line, column) => {
    expect(readPolicyFile(text, 'p.yaml')).toMatchObject({
      ok: false,
      error: { message, place: { file: 'p.yaml', line, column } },
    });
  });
});
