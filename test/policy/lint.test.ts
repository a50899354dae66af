import { describe, expect, it } from 'vitest';
import { builtInFile } from '../../src/policy/built-in/files.ts';
import { readPolicyFile } from '../../src/policy/file/read.ts';
import { lintInput } from '../../src/policy/lint/input.ts';
import { lintPolicy } from '../../src/policy/lint/lint.ts';

function findings(text: string): readonly string[] {
  const read = readPolicyFile(text, 'p.yaml');
  if (!read.ok) throw new Error(read.error.message);
  const input = lintInput(read.value);
  if (!input.ok) throw new Error(input.error.message);
  return lintPolicy(input.value).map(({ code, rule }) => [code, rule].filter(Boolean).join(' '));
}

const head = `apiVersion: parley/v1
tiers: [high, low, code]
code: { tier: code, priority: 50 }
fallback: { tier: low, verdict: escalate }
rules:
`;

const rule = (id: string, when: string, more = 'tier: low, verdict: escalate') =>
  `  - { id: ${id}, when: '${when}', ${more} }\n`;

describe('the linter', () => {
  it.each([
    ['default', []],
    ['accept-all', ['open-fallback']],
    ['observe', []],
  ])('knows that %s is meant as it is', (name, expected) => {
    expect(findings(builtInFile(name) ?? '')).toEqual(expected);
  });

  it.each<[string, string, readonly string[]]>([
    ['contradictions', rule('a', 'change.zero && !change.zero'), ['never-holds a', 'unused-tier']],
    [
      'numbers out of reach',
      rule('a', 'intent.confidence > 0.5 && intent.confidence < 0.4'),
      ['never-holds a', 'unused-tier'],
    ],
    ['numbers within reach', rule('a', 'intent.confidence > 0.5'), ['unused-tier']],
    [
      'a rule below a wider one',
      rule('a', 'actor.class == "cost" && change.zero') +
        rule('b', 'actor.class in ["cost", "agent"]', 'tier: high, verdict: reject'),
      ['never-decides a'],
    ],
    [
      'a rule below several that cover it together',
      rule('a', 'actor.class == "cost"') +
        rule('b', 'actor.class == "cost" && change.zero', 'tier: high, verdict: reject') +
        rule('c', '!change.zero', 'tier: high, verdict: reject'),
      ['never-decides a'],
    ],
    [
      'a rule beside one that asks for more',
      rule('a', 'actor.class == "cost"') +
        rule('b', 'actor.class == "cost" && change.zero', 'tier: high, verdict: reject'),
      [],
    ],
    [
      'equals that disagree',
      rule('a', 'actor.class == "cost"') + rule('b', 'change.zero', 'tier: low, verdict: reject'),
      ['undecided a', 'unused-tier'],
    ],
    [
      'equals that never meet',
      rule('a', 'actor.class == "cost"') +
        rule('b', 'actor.class == "agent"', 'tier: low, verdict: reject'),
      ['unused-tier'],
    ],
    [
      'acceptance of claims',
      rule('a', 'actor.class == "security"', 'tier: low, verdict: accept'),
      ['trusts-claims a', 'unused-tier'],
    ],
    [
      'acceptance of what is proved',
      rule('a', 'actor.class == "security" && actor.trusted', 'tier: low, verdict: accept'),
      ['unused-tier'],
    ],
    [
      'acceptance where a stronger rule asks for proof',
      rule('a', 'actor.class == "security"', 'tier: low, verdict: accept') +
        rule('b', '!actor.trusted', 'tier: high, verdict: escalate'),
      [],
    ],
  ])('sees %s', (_, rules, expected) => {
    expect(findings(head + rules)).toEqual(expected);
  });

  it('sees what happens to what no rule covers', () => {
    const bare = 'apiVersion: parley/v1\ntiers: [code]\ncode: { tier: code, priority: 50 }\n';

    expect(findings(bare)).toEqual(['no-fallback']);
    expect(findings(`${bare}fallback: { tier: code, verdict: accept }\n`)).toEqual([
      'open-fallback',
    ]);
  });

  it('speaks of the rules of the file only, and knows those it extends', () => {
    const text = `apiVersion: parley/v1
extends: default
rules:
  - { id: mine, tier: people, priority: 10, when: 'actor.class == "human" && change.zero', verdict: reject }
`;

    expect(findings(text)).toEqual(['never-decides mine']);
  });
});
