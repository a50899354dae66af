import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRule, policyFileWith } from '../../../src/stages/policy/add-rule.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import type { RuleDraft } from '../../../src/stages/policy/learned-rule.ts';
import { cases } from '../../cases.ts';

const draft: RuleDraft = {
  id: 'learned-controller-scaling',
  description: 'scaling by ASG was agreed with 14 of 14 times',
  tier: 'automation',
  priority: 61,
  class: 'controller',
  purpose: 'scaling',
  verdict: 'accept',
};

const head = 'apiVersion: parley/v1\nname: ours # who we are\nextends: default\n';
const first = `- id: one   # keep me
    tier: people
    when: 'actor.class == "human"'
    verdict: "escalate"`;

function idsIn(text: string): readonly string[] {
  const read = readPolicyFile(text, 'ours.yaml');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.rules.map(({ id }) => id);
}

describe('a rule that is added to a policy file', () => {
  it.each([
    ['rules at the end', `${head}rules:\n  ${first}\n`],
    ['no newline at the end', `${head}rules:\n  ${first}`],
    ['rules before something else', `${head}rules:\n  ${first}\n\n# how long\nhold_hours: 8\n`],
    ['a comment behind the last rule', `${head}rules:\n  ${first} # loud\n# more to come\n`],
    [
      'rules without a margin',
      `${head}rules:\n${first.replaceAll('\n    ', '\n  ')}\nhold_hours: 8\n`,
    ],
    ['no rules', head],
    ['an empty list', `${head}rules: []\nhold_hours: 8\n`],
    [
      'lines of another system',
      `${head}rules:\n  ${first}\nhold_hours: 8\n`.replaceAll('\n', '\r\n'),
    ],
  ])('keeps everything else as it is: %s', (_name, text) => {
    const added = addRule(text, draft) ?? '';
    const before = text.includes('- id: one') ? ['one'] : [];
    const lines = added.split(/\r?\n/);
    const left = text.split(/\r?\n/).filter((line) => line !== '' && line !== 'rules: []');

    expect(idsIn(added)).toEqual([...before, draft.id]);
    let at = 0;
    for (const line of left) {
      at = lines.indexOf(line, at) + 1;
      expect([line, at > 0]).toEqual([line, true]);
    }
    expect(added.includes('\r\n')).toBe(text.includes('\r\n'));
  });

  it.each([
    ['rules in brackets', `${head}rules: [{ id: one, verdict: reject, tier: people }]\n`],
    ['rules by an alias', `x: &r\n  - { id: one }\n${head}rules: *r\n`],
    ['no YAML', 'rules: ['],
    ['a list', '- a\n'],
  ])('is refused rather than rewritten: %s', (_name, text) => {
    expect(addRule(text, draft)).toBeUndefined();
  });

  it('makes a file of its own, whatever is in what people and machines are called', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (who, field) => {
        const hostile = { ...draft, actor: who, field, description: `by ${who}`.slice(0, 200) };
        const read = readPolicyFile(policyFileWith('default', 'ours', hostile), 'ours.yaml');
        if (!read.ok) return;
        const [rule, ...others] = read.value.rules;

        expect(others).toEqual([]);
        expect(rule).toMatchObject({ id: draft.id, tier: 'automation', outcome: 'accept' });
        expect(rule?.guard?.text).toContain('harm.severity < 3');
      }),
      { numRuns: cases(300, 20) },
    );
  });
});
