import { describe, expect, it } from 'vitest';
import type { Decision, Outcome } from '../../src/model/decision.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { Patch } from '../../src/model/patch.ts';
import { branchName, commitMessage, revertMessage } from '../../src/present/commit/message.ts';

function intentOf(more: Partial<Intent> = {}): Intent {
  return {
    id: 'i-0123456789ab',
    actor: {
      class: 'human',
      principal: 'arn:aws:iam::123456789012:user/ben',
      name: 'ben',
      signature: 'cli',
      evidence: 'trusted',
    },
    summary: 'Raised memory of function checkout from 256 to 512 MB',
    purpose: 'scaling',
    confidence: 0.9,
    rule: 'lambda-memory',
    drifts: ['d-0123456789ab'],
    wants: [],
    window: { from: '2026-03-14T03:00:00Z', to: '2026-03-14T03:00:00Z' },
    ...more,
  };
}

function decisionOf(outcome: Outcome, rule: string, because = 'ben changed it.'): Decision {
  return {
    intent: 'i-0123456789ab',
    drift: 'd-0123456789ab',
    address: 'aws_lambda_function.this["checkout"]',
    path: ['memory_size'],
    verdict: { outcome, rule, because },
    explanation: [],
  };
}

const patch: Patch = {
  intent: 'i-0123456789ab',
  drifts: ['d-0123456789ab'],
  files: [],
  site: 'locals.tf:12 (local: local.functions.checkout.memory)',
  blastRadius: [],
  candidates: [],
  verification: { level: 'evaluate', passed: true, notes: [] },
};

const counterfactuals = [
  { outcome: 'defer', condition: 'if an open incident covered it', rule: 'incident-hotfix' },
] as const;
const weight = {
  tier: 'people',
  priority: 50,
  authority: 50,
  specificity: 1,
  confidence: 1,
  time: '',
  id: 'person',
};

describe('what somebody who disagrees can read', () => {
  it('is the rule with its line, and what would have changed the verdict', () => {
    const decision: Decision = {
      ...decisionOf('accept', 'person'),
      grounds: {
        rules: [
          { rule: 'person', place: 'parley.policy.yaml:12', outcome: 'accept', weight, seen: [] },
        ],
        untested: [],
        contests: [],
        conflicts: [],
        concessions: [],
        counterfactuals,
      },
    };
    const { body } = commitMessage(intentOf(), [decision], patch, []);

    expect(body).toContain('\nPolicy: parley.policy.yaml:12\n');
    expect(body).toContain(
      '\nOtherwise: deferred if an open incident covered it (rule incident-hotfix)\n',
    );
  });

  const reading = {
    summary: 'Made checkout faster',
    purpose: 'scaling',
    confidence: 0.95,
    evidence: ['e1'],
    model: 'test',
    prompt: 'session@1',
  } as const;

  it('contains no words of a model, however sure it is', () => {
    const decisions = [decisionOf('accept', 'person')];
    const read = intentOf({ reading });

    expect(commitMessage(read, decisions, patch, [])).toEqual(
      commitMessage(intentOf(), decisions, patch, []),
    );
    expect(revertMessage(read, decisions, [], [])).toEqual(
      revertMessage(intentOf(), decisions, [], []),
    );
  });
});

function trailersOf(...args: Parameters<typeof commitMessage>): Readonly<Record<string, string>> {
  return Object.fromEntries(commitMessage(...args).trailers);
}

describe('the commit of a patch', () => {
  it('says who, when, what, why, where and how far it was proved', () => {
    const message = commitMessage(intentOf(), [decisionOf('accept', 'person')], patch, ['e1']);

    expect(message.subject).toBe(
      'parley(accept): raised memory of function checkout from 256 to 512 MB',
    );
    expect(message.body.split('\n')).toEqual([
      'Raised memory of function checkout from 256 to 512 MB.',
      '',
      'Who:  ben (human), arn:aws:iam::123456789012:user/ben',
      'When: 2026-03-14 03:00:00 UTC',
      'What: aws_lambda_function.this["checkout"] memory_size',
      'Why:  ben changed it.',
      'Edit: locals.tf:12 (local: local.functions.checkout.memory)',
      'Verified: evaluate',
    ]);
    expect(message.trailers).toEqual([
      ['Intent-Id', 'i-0123456789ab'],
      ['Actor', 'human ben'],
      ['Verdict', 'accept'],
      ['Rule', 'person'],
      ['Evidence', 'e1'],
    ]);
  });

  it.each([
    ['IAM role app gained a policy', 'parley(accept): IAM role app gained a policy'],
    ['Opened SSH', 'parley(accept): opened SSH'],
    ['x'.repeat(200), `parley(accept): ${'x'.repeat(55)}…`],
  ])('has a subject of one short line: %s', (summary, subject) => {
    const message = commitMessage(intentOf({ summary }), [decisionOf('accept', 'r')], patch, []);

    expect(message.subject).toBe(subject);
    expect(message.subject.length).toBeLessThanOrEqual(72);
  });

  it('speaks of what the patch does, when it leaves a part of the intent out', () => {
    const part = { purpose: 'change', confidence: 0.9, rule: 'r', together: false } as const;
    const intent = intentOf({
      summary: 'Deleted function search, raised memory of function api and tagged queue jobs',
      parts: [
        { ...part, drifts: ['d-000000000001'], summary: 'Deleted function search' },
        { ...part, drifts: ['d-0123456789ab'], summary: 'Raised memory of function api' },
        { ...part, drifts: ['d-0123456789ab'], summary: 'Tagged queue jobs' },
      ],
    });
    const { subject, body } = commitMessage(intent, [decisionOf('accept', 'r')], patch, []);

    expect(subject).toBe('parley(accept): raised memory of function api and tagged queue jobs');
    expect(body).toMatch(/^Raised memory of function api and tagged queue jobs\.\n/);
  });

  it('lists outcomes and rules once each, and one reason for each rule', () => {
    const decisions = [
      decisionOf('delegate', 'b'),
      decisionOf('accept', 'a'),
      decisionOf('accept', 'a'),
    ];
    const message = commitMessage(intentOf(), decisions, patch, []);

    expect(message.subject).toMatch(/^parley\(accept,delegate\): /);
    expect(message.body).toContain('\nWhy:  ben changed it (and 2 similar changes).\n');
    const fields = ['one', 'two', 'three'].map((field) =>
      decisionOf('accept', 'a', `ben changed ${field}.`),
    );
    expect(commitMessage(intentOf(), fields, patch, []).body).toContain(
      '\nWhy:  ben changed one (and 2 similar changes).\n',
    );
    expect(trailersOf(intentOf(), decisions, patch, [])).toMatchObject({
      Verdict: 'accept, delegate',
      Rule: 'a, b',
    });
  });

  it('names a ticket, and the first events of many', () => {
    const events = Array.from({ length: 23 }, (_, i) => `e${i}`);
    const intent = intentOf({ ticket: 'OPS-7' });
    const trailers = trailersOf(intent, [decisionOf('accept', 'a')], patch, events);

    expect(trailers['Ticket']).toBe('OPS-7');
    expect(trailers['Evidence']).toMatch(/^e0, e1, .*, e19 and 3 more$/);
  });

  it('keeps each thing on its line, whatever it holds', () => {
    const decision = {
      ...decisionOf('accept', 'a', 'changed\n\nVerdict: reject'),
      address: 'aws_x.y["\u202e\nRule: z"]',
    };
    const { body } = commitMessage(
      intentOf(),
      [decision],
      { ...patch, site: 'a.tf:1 (\u001b)' },
      [],
    );

    expect(body.split('\n')).toHaveLength(8);
    expect(body).not.toMatch(/^(?:Verdict|Rule):/m);
    expect(body).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u);
  });
});

describe('the branch of an intent', () => {
  it('is the same on every run', () => {
    expect(branchName(intentOf())).toBe('parley/i-0123456789ab');
  });
});

describe('a change that was announced', () => {
  it('names the declaration and its ticket, and the commit of the code', () => {
    const announcer = intentOf({ id: 'i-abcdef012345', summary: 'Load test', ticket: 'OPS-9' });
    const code = {
      commit: '4f2a9b8c'.repeat(5),
      author: 'ana@example.com',
      time: '2026-03-10T10:00:00.000Z',
    };
    const decision = { ...decisionOf('accept', 'person'), code };
    const announced = intentOf({ announced: announcer.id });
    const { body, trailers } = commitMessage(announced, [decision], patch, [], announcer);

    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'Code: last set in 4f2a9b8 (ana@example.com, 2026-03-10)',
        'Announced: Load test (ben)',
      ]),
    );
    expect(trailers).toContainEqual(['Declared', 'i-abcdef012345']);
    expect(trailers).toContainEqual(['Ticket', 'OPS-9']);
  });
});
