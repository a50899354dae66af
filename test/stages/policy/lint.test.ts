import { describe, expect, it } from 'vitest';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import type { Facts } from '../../../src/stages/arbitration/facts.ts';
import { factsOnRecord } from '../../../src/stages/arbitration/replay/facts.ts';
import { builtInFile } from '../../../src/stages/policy/built-in/files.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { lintInput } from '../../../src/stages/policy/lint/input.ts';
import { lintPolicy } from '../../../src/stages/policy/lint/lint.ts';
import { scenarioInput } from '../../../src/stages/policy/scenario/input.ts';
import { decideOnRecord } from '../arbitration/on-record.ts';
import { sampleFacts } from './facts.ts';
import { readSituations } from './suite/situation.ts';

function findings(text: string): readonly string[] {
  return linted(text).map(({ code, rule }) => [code, rule].filter(Boolean).join(' '));
}

function linted(text: string, recorded: readonly Facts[] = []) {
  const read = readPolicyFile(text, 'p.yaml');
  if (!read.ok) throw new Error(read.error.message);
  const input = lintInput(read.value, recorded);
  if (!input.ok) throw new Error(input.error.message);
  return lintPolicy(input.value);
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

  it.each([
    'change.address.startsWith("module.shop")',
    'timestamp(context.now).getHours() >= 22',
    'intent.ticket.matches("^INC-[0-9]+$")',
    'size(change.ports) > 2',
    'change.new > 100',
    'change.ports.exists(one, one.startsWith("tcp/"))',
    'change.type != "aws_x" && change.type != ""',
    '!has(change.floor)',
    '!has(change.new) && !has(change.old)',
    'double(change.new) / 2.0 > double(change.old)',
    'harm.severity + harm.possible >= 9',
    'actor.name == approval.by',
    'change.zero ? change.new == 0 : change.address.endsWith("[0]")',
  ])('has nothing against %s', (when) => {
    const one = JSON.stringify({ id: 'a', when, tier: 'low', verdict: 'escalate' });

    expect(findings(`${head}  - ${one}\n`)).toEqual(['unused-tier']);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['texts that both leave open', 'change.type != ""', 'change.type != "aws_x"', []],
    ['patterns', 'change.field.startsWith("a")', 'change.field.matches("^a")', []],
    ['the same words', 'change.new > 3 && change.zero', 'change.new > 3', ['never-decides a']],
    ['one that may go wrong', 'change.zero', 'change.new > 3 || change.new <= 3', []],
    [
      'what nothing can make true',
      'change.new > 3 && !(change.new > 3)',
      'true',
      ['never-holds a'],
    ],
  ])('proves what is certain of %s', (_, when, stronger, expected) => {
    const rules = [
      { id: 'a', when, tier: 'low', verdict: 'escalate' },
      { id: 'b', when: stronger, tier: 'high', verdict: 'escalate' },
    ].map((one) => `  - ${JSON.stringify(one)}\n`);

    expect(findings(head + rules.join(''))).toEqual(expected);
  });

  it.each<[string, string, string | undefined]>([
    [
      'actor.class == "cost"',
      'change.zero',
      'For example: the actor is a cost tool, and the value is zero.',
    ],
    [
      'intent.ticket.matches("^INC-[0-9]{3}$")',
      'intent.ticket.endsWith("000")',
      'For example: the ticket is "INC-000".',
    ],
    [
      'timestamp(context.now).getHours() >= 22',
      'timestamp(context.now).getDayOfWeek() == 6',
      'For example: context.now is "2026-03-14T22:00:00Z".',
    ],
    [
      'size(change.ports) > 2',
      '"tcp/22" in change.ports',
      'For example: change.ports is ["tcp/22","tcp/22x","xtcp/22"',
    ],
    ['change.new > 100', 'change.new < 103', 'For example: change.new is 101.'],
    ['change.new > 100', 'change.new < 100', undefined],
    ['harm.severity == 0', 'harm.security >= 3', undefined],
    ['approved', '!has(approval.by)', undefined],
    ['harm.severity >= 3', 'harm.direction == "strengthens"', undefined],
    ['change.type == "aws_a"', 'change.address.startsWith("aws_b.")', undefined],
  ])('shows where %s and %s meet, if they can', (one, other, shown) => {
    const rules = [
      { id: 'a', when: one, tier: 'low', verdict: 'escalate' },
      { id: 'b', when: other, tier: 'low', verdict: 'reject' },
    ].map((each) => `  - ${JSON.stringify(each)}\n`);
    const messages = linted(head + rules.join('')).flatMap(({ code, message }) =>
      code === 'undecided' ? [message] : [],
    );

    expect(messages).toEqual(shown === undefined ? [] : [expect.stringContaining(shown)]);
  });

  it('takes examples from recorded runs first', () => {
    const [one] = readSituations();
    const policy = builtInPolicy('observe');
    if (one === undefined || !policy.ok) throw new Error('no situation');
    const input = scenarioInput(one.one, policy.value, loadHarmFacts());
    const { record } = decideOnRecord(input);
    const recorded = factsOnRecord(record, policy.value);
    const text = `${head}${rule('a', 'actor.name.size() * 7 % 1000 > 0 && context.production')}${rule('b', 'actor.name.size() * 7 % 1000 > 1 && context.production', 'tier: low, verdict: reject')}`;
    const message = linted(text, recorded).find(({ code }) => code === 'undecided')?.message;

    expect(recorded.length).toBeGreaterThan(0);
    expect(message).toContain(`the name of the actor is "${recorded[0]?.['actor.name']}"`);
    expect(message).toContain('it is production');
  });

  it('calls no rule dead that a recorded run refutes', () => {
    const strange = { ...sampleFacts, 'intent.confidence': 2 };
    const text = head + rule('a', 'intent.confidence > 1');

    expect(linted(text).map(({ code }) => code)).toContain('never-holds');
    expect(linted(text, [strange]).map(({ code }) => code)).not.toContain('never-holds');
  });

  it('shows whose claim a rule trusts', () => {
    const rules = rule('a', 'actor.class == "security"', 'tier: low, verdict: accept');

    expect(linted(head + rules)[0]?.message).toContain(
      'only the caller says who it was, and the actor is a security tool.',
    );
  });

  it('sees what happens to what no rule covers', () => {
    const bare = 'apiVersion: parley/v1\ntiers: [code]\ncode: { tier: code, priority: 50 }\n';

    expect(findings(bare)).toEqual(['no-fallback']);
    expect(findings(`${bare}fallback: { tier: code, verdict: accept }\n`)).toEqual([
      'open-fallback',
    ]);
  });

  it('reports only rules of the file, but knows those it extends', () => {
    const text = `apiVersion: parley/v1
extends: default
rules:
  - { id: mine, tier: people, priority: 10, when: 'actor.class == "human" && change.zero', verdict: reject }
`;

    expect(findings(text)).toEqual(['never-decides mine']);
  });
});
