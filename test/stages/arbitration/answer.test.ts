import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import { hardTiers } from '../../../src/stages/arbitration/answer/hard-tiers.ts';
import type { GivenAnswer } from '../../../src/stages/arbitration/answer/types.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { inputFromRecord } from '../../../src/stages/arbitration/replay/record.ts';
import type { DecideInput } from '../../../src/stages/arbitration/types.ts';
import { makeDrift, redacted } from '../intent/make.ts';
import { decideOnRecord } from './on-record.ts';
import { by, inputOf, now, policyNamed, type Scene } from './scene.ts';

type DueNotification = Partial<GivenAnswer> & Pick<GivenAnswer, 'action'>;

const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);
const size = makeDrift('aws_autoscaling_group.web', ['desired_capacity'], 2, 9);
const hidden = makeDrift('aws_db_instance.main', ['password'], 'x', redacted);
const ingress = makeDrift('aws_security_group.web', ['description'], 'a', 'b');

const ann: Scene = { drifts: [memory], by: by('human', 'ann') };
const unmanagedResource: Scene = { drifts: [memory], by: by('unknown', 'role/batch') };
const weakening: Scene = {
  drifts: [ingress],
  by: by('human', 'ann'),
  intent: { purpose: 'weakening', parts: [] },
};
const approved: Scene = {
  drifts: [makeDrift('aws_db_instance.main', ['backup_retention_period'], 14, 7)],
  by: by('human', 'ann'),
  weighed: true,
  input: {
    approvals: [
      {
        id: 'i-000000000001',
        approver: { name: 'lea', carries: 4, evidence: 'trusted' },
        address: 'aws_db_instance.main',
        path: ['backup_retention_period'],
        want: { kind: 'eq', value: 7 },
        from: '2026-03-14T00:00:00Z',
        until: '2026-03-15T00:00:00Z',
        ticket: 'CHG-7',
      },
    ],
  },
};
const saver: Scene = { drifts: [memory], by: by('cost', 'Cost Saver') };

/** The input of a scene, with Ben's answer to its only intent. */
function answered(scene: Scene, saying: DueNotification): DecideInput {
  const input = inputOf(scene);
  const [intent] = input.intents;
  const answer = { intent: intent?.id ?? '', by: 'github:ben', at: now, ...saying };
  return { ...input, answers: [answer] };
}

function decided(scene: Scene, saying: DueNotification): Decision {
  const [decision] = decide(answered(scene, saying));
  if (decision === undefined) throw new Error('Nothing was decided.');
  return decision;
}

const tomorrow = '2026-03-15T08:00:00Z';

describe('answers of people', () => {
  it.each<[string, Scene, DueNotification, string]>([
    ['an acceptance is turned into a revert', ann, { action: 'revert' }, 'reject answer'],
    ['into a delegation', ann, { action: 'delegate' }, 'delegate answer'],
    ['into a hold', ann, { action: 'hold', until: tomorrow }, 'defer answer'],
    ['into a question', ann, { action: 'wrong' }, 'escalate answer'],
    ['it is dismissed', ann, { action: 'dismiss', note: 'fine' }, 'noop answer'],
    ['a question is dismissed', unmanagedResource, { action: 'dismiss' }, 'noop answer'],
    ['what a hard tier refuses is not', weakening, { action: 'dismiss' }, 'reject severe-exposure'],
    [
      'other drifts of the intent are not',
      ann,
      { action: 'dismiss', drifts: ['d-other'] },
      'accept person',
    ],
    ['what was approved may be refused', approved, { action: 'revert' }, 'reject answer'],
    ['or waited for', approved, { action: 'hold', until: tomorrow }, 'defer answer'],
    ['and stands without an answer about it', approved, { action: 'accept' }, 'accept answer'],
    ['a question is answered', unmanagedResource, { action: 'accept' }, 'accept answer'],
    ['or refused', unmanagedResource, { action: 'revert' }, 'reject answer'],
    ['a soft refusal is set aside', saver, { action: 'accept' }, 'accept answer'],
    ['a hard one is not', weakening, { action: 'accept' }, 'reject severe-exposure'],
    ['nor is it put off', weakening, { action: 'hold', until: tomorrow }, 'reject severe-exposure'],
    ['nor left to anybody', weakening, { action: 'delegate' }, 'reject severe-exposure'],
    ['to agree with it is no answer', weakening, { action: 'revert' }, 'reject severe-exposure'],
    [
      'a masked value stays unknown',
      { ...ann, drifts: [hidden] },
      { action: 'accept' },
      'escalate hidden-value',
    ],
    [
      'and can still be refused',
      { ...ann, drifts: [hidden] },
      { action: 'revert' },
      'reject answer',
    ],
    [
      'an invariant stands',
      { ...ann, drifts: [size], code: { min_size: 1, max_size: 4 } },
      { action: 'accept' },
      'reject invariant',
    ],
    [
      'a freeze is waited for',
      {
        ...ann,
        context: {
          freezes: [{ id: 'f', from: '2026-03-14T00:00:00Z', to: '2026-03-16T00:00:00Z' }],
        },
      },
      { action: 'accept' },
      'defer change-freeze',
    ],
    ['a hold that is over is none', ann, { action: 'hold', until: now }, 'accept person'],
  ])('%s', (_, scene, saying, want) => {
    const { verdict } = decided(scene, saying);

    expect(`${verdict.outcome} ${verdict.rule}`).toBe(want);
  });

  it('name who, when and what, and what it would be without them', () => {
    const { verdict, explanation, grounds } = decided(unmanagedResource, {
      action: 'accept',
      note: 'It was {actor}, see the ticket',
    });

    expect(verdict.because).toBe(
      `github:ben answered accept at ${now} ("It was 'actor', see the ticket"): the code should match the live value.`,
    );
    expect(explanation[0]).toContain('answer.by = github:ben');
    expect(explanation.join('\n')).toContain('Rule unknown-actor (escalate) also matched');
    expect(grounds?.counterfactuals).toContainEqual({
      condition: 'without the answer of github:ben',
      outcome: 'escalate',
      rule: 'unknown-actor',
    });
  });

  it('say why they do not count', () => {
    const { explanation } = decided(weakening, { action: 'accept' });

    expect(explanation).toContain(
      `The answer of github:ben (accept, ${now}) could not count: rule severe-exposure of tier harm says reject, and only the policy can change that.`,
    );
  });

  it('bring bounds and a term to a delegation', () => {
    const scene: Scene = { ...ann, drifts: [size], code: { min_size: 1, max_size: 12 } };

    const { verdict } = decided(scene, { action: 'delegate', bounds: { min: 3, max: 20 } });

    expect(verdict).toMatchObject({
      outcome: 'delegate',
      bounds: { min: 3, max: 12 },
      expires: '2026-06-13T00:00:00Z',
      granted: now,
    });
  });

  it('hold until a time, and say what comes then', () => {
    const { verdict, grounds } = decided(ann, { action: 'hold', until: tomorrow });

    expect(verdict.expires).toBe(tomorrow);
    expect(grounds?.counterfactuals[0]).toEqual({
      condition: `after ${tomorrow}, when the requested hold ends`,
      outcome: 'accept',
      rule: 'person',
    });
  });

  it('leave tiers alone that only refuse or ask', () => {
    const { tiers } = policyNamed('default');

    expect(tiers.slice(0, hardTiers(policyNamed('default')))).toEqual([
      'record',
      'incident',
      'harm',
      'dispute',
      'approval',
      'identity',
      'freeze',
    ]);
  });
});

const scenes = fc.constantFrom(
  ann,
  unmanagedResource,
  weakening,
  saver,
  { ...ann, drifts: [hidden] },
  {
    ...ann,
    drifts: [size, memory],
    code: { min_size: 1, max_size: 4 },
  } satisfies Scene,
);

const sayings: fc.Arbitrary<DueNotification> = fc.record({
  action: fc.constantFrom<GivenAnswer['action']>(
    'accept',
    'revert',
    'delegate',
    'hold',
    'wrong',
    'dismiss',
  ),
  until: fc.constantFrom(now, tomorrow),
  bounds: fc.constantFrom({}, { min: 1 }, { min: 2, max: 3 }),
  note: fc.string({ maxLength: 20 }),
});

describe('whatever people answer', () => {
  it('is decided the same again from a plain record', () => {
    fc.assert(
      fc.property(scenes, sayings, (scene, saying) => {
        const input = answered(scene, saying);
        const { decisions, record } = decideOnRecord(input);
        const read = JSON.parse(JSON.stringify(record)) as typeof record;

        expect(decide(inputFromRecord(read, input.policy))).toEqual(decisions);
      }),
    );
  });

  it('lets nothing hidden, hard or impossible into the code', () => {
    fc.assert(
      fc.property(scenes, sayings, (scene, saying) => {
        for (const { verdict, drift } of decide(answered(scene, saying))) {
          if (!['accept', 'compromise'].includes(verdict.outcome)) continue;
          expect(drift).not.toBe(hidden.id);
          expect(drift).not.toBe(size.id);
          expect(scene).not.toBe(weakening);
        }
      }),
    );
  });

  it('says nothing about other intents', () => {
    fc.assert(
      fc.property(scenes, sayings, (scene, saying) => {
        const input = answered(scene, { ...saying, intent: 'i-gone' });

        expect(decide(input)).toEqual(decide(inputOf(scene)));
      }),
    );
  });
});
