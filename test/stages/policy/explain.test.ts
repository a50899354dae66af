import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultProse, withProse } from '../../../scripts/policy-prose/render.ts';
import { conditionClauses } from '../../../src/stages/policy/explain/condition.ts';
import { explainPolicy } from '../../../src/stages/policy/explain/explain.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import { factNames, vocabulary } from '../../../src/stages/policy/vocabulary.ts';

const page = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8');

describe('docs/policy.md', () => {
  it('shows the current default policy; else run npx tsx scripts/policy-prose.ts', () => {
    expect(withProse(page, defaultProse())).toBe(page);
  });

  it('says all conditions of the default policy in words', () => {
    expect(defaultProse()).not.toContain('`');
  });
});

const rows: readonly (readonly [guard: string, clauses: readonly string[] | undefined])[] = [
  ['approved', ['it was approved']],
  ['!approved && context.production', ['nobody approved it', 'it is production']],
  ['approved == false', ['nobody approved it']],
  ['has(change.bounds)', ['the code declares bounds']],
  ['!has(change.bounds)', ['the code declares no bounds']],
  ['has(context.now)', undefined],
  ['actor.class == "human"', ['the actor is a person']],
  ['actor.class != "cost"', ['the actor is not a cost tool']],
  [
    'actor.class in ["cost", "agent", "iac"]',
    ['the actor is a cost tool, an agent or another Terraform'],
  ],
  ['!(actor.class in ["cost", "agent"])', ['the actor is neither a cost tool nor an agent']],
  ['harm.security >= 4', ['there is harm to security of severity 4 or more']],
  ['!(harm.security >= 4)', ['there is harm to security of severity less than 4']],
  ['harm.cost == 0', ['there is no rise of cost']],
  ['harm.durability <= 1', ['there is no harm to durability above severity 1']],
  ['intent.confidence > 0.5', ['the confidence is more than 0.5']],
  ['context.environment == "prod"', ['the environment is "prod"']],
  ['context.incident != "none"', ['there is an incident']],
  ['approved || context.freeze', ['either it was approved, or the code is frozen']],
  ['!(approved && context.freeze)', ['either nobody approved it, or the code is not frozen']],
  [
    'approved || context.freeze && actor.root',
    ['either it was approved, or (the code is frozen and it was the root user)'],
  ],
  [
    '(approved || context.freeze) && (actor.root || change.zero)',
    [
      'either it was approved, or the code is frozen',
      'either it was the root user, or the value is zero',
    ],
  ],
  // A condition that cannot be fully worded is shown as it is written, never in part.
  ['approved && change.address.startsWith("module.web")', undefined],
  ['has(change.direction)', undefined],
  ['change.ports.exists(p, p == "tcp/22")', undefined],
  ['change.new == 3', undefined],
  ['timestamp(context.now).getHours() > 3', undefined],
];

describe('a condition in words', () => {
  it.each(rows)('%s', (guard, clauses) => {
    expect(conditionClauses(guard)).toEqual(clauses);
  });

  it('has words for every flag, either way', () => {
    const flags = factNames.filter((name) => vocabulary[name].type === 'flag');

    for (const name of flags) {
      const [yes, no] = [conditionClauses(name), conditionClauses(`!${name}`)];
      expect(yes, name).toHaveLength(1);
      expect(no, name).toHaveLength(1);
      expect(yes).not.toEqual(no);
    }
  });

  it('has words for every value of a fixed set', () => {
    for (const name of factNames) {
      const kind = vocabulary[name];
      if (kind.type !== 'text' || !('values' in kind) || kind.values === undefined) continue;
      for (const value of kind.values) {
        expect(conditionClauses(`${name} == "${value}"`), `${name} ${value}`).toHaveLength(1);
      }
    }
  });
});

describe('a policy as prose', () => {
  const file = (more: string) => `apiVersion: parley/v1
name: ours
description: Ours alone.
${more}`;

  function prose(text: string): string {
    const read = readPolicyFile(text, 'ours.yaml');
    const found = read.ok ? explainPolicy(read.value) : read;
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  }

  it('goes tier by tier, by priority, with what ends and what is asked for', () => {
    const text = prose(
      file(`tiers: [first, second, rest]
code: { tier: second, priority: 40 }
rules:
  - { id: weak, tier: first, priority: 10, verdict: noop }
  - { id: later, tier: second, when: context.freeze, verdict: defer, expires: { hours: 8 } }
  - { id: strong, tier: first, priority: 90, description: Why., when: change.new == 3, verdict: delegate, bounded: true, expires: term, requires: [ticket] }
fallback: { tier: rest, verdict: reject }
`),
    );

    expect(text.split('\n').slice(4)).toEqual([
      '1. tier first',
      '',
      '- strong (priority 90): Why.',
      '  When `change.new == 3`: the field is left to the actor within the declared bounds for 90 days, with a ticket.',
      '- weak (priority 10):',
      '  Always: nothing is done.',
      '',
      '2. tier second',
      '',
      '- later:',
      '  When the code is frozen: it waits for 8 hours.',
      '- the code itself (priority 40): what it says outranks everything weaker.',
      '',
      '3. tier rest',
      '',
      '- otherwise: it is refused, and the code stays.',
      '',
    ]);
  });

  it('has the rules of the policy that it extends, but for those that it replaces or drops', () => {
    const text = prose(
      file(`extends: default
without: [traffic]
rules:
  - { id: person, tier: people, verdict: escalate }
`),
    );

    expect(text).toContain('- severe-exposure (priority 60)');
    expect(text).not.toContain('- traffic');
    expect(text.match(/^- person:.*\n.*$/gm)).toEqual(['- person:\n  Always: a person decides.']);
  });
});
