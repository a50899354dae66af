import { describe, expect, it } from 'vitest';
import { driftOutlook } from '../../../src/app/resource/drift-outlook.ts';
import type { Outcome } from '../../../src/model/decision.ts';
import type { Report } from '../../../src/model/report.ts';
import type { KeptAnswer } from '../../../src/ports/store/kept-answer.ts';
import type { Store } from '../../../src/ports/store/run-store.ts';

type Transition = Awaited<ReturnType<Store['transitions']>>[number];

const intent = 'i-0123456789ab';
const scanned = '2026-03-14T12:00:00.000Z';
const later = '2026-03-14T12:05:00.000Z';
const unset = { kind: 'absent' } as const;
const proposal = { branch: 'parley/i-0123456789ab', location: 'https://hub.example/pulls/7' };

function drift(outcome?: Outcome, more: object = {}): NonNullable<Report['openDrifts']>[number] {
  return {
    ...{ id: 'd-0123456789ab', address: 'module.vm.aws_instance.this', type: 'aws_instance' },
    ...{ path: ['instance_type'], declared: unset, live: unset, state: 'open', before: unset },
    ...{ evidence: [], firstSeen: scanned, lastConfirmed: { at: scanned, how: 'log' } },
    verdicts: outcome === undefined ? [] : [{ at: scanned, intent, outcome, rule: 'person' }],
    ...more,
  };
}

function store(answers: readonly Partial<KeptAnswer>[], events: readonly Transition['event'][]) {
  return {
    answers: async () => answers.map((one) => ({ intent, by: 'user:ana', ...one }) as KeptAnswer),
    transitions: async () => events.map((event) => ({ intent, event }) as Transition),
  };
}

const answered = { action: 'accept', at: later } as const;
const before = { action: 'accept', at: '2026-03-14T11:00:00.000Z' } as const;

describe('an open drift of a declared resource', () => {
  it.each([
    ['that nobody decided about', drift(), store([], []), { kind: 'undecided' }],
    [
      'that is a question',
      drift('escalate'),
      store([], []),
      { kind: 'decided', outcome: 'escalate' },
    ],
    [
      'that somebody answered since',
      drift('escalate'),
      store([before, answered], []),
      { kind: 'answered', action: 'accept', by: 'user:ana' },
    ],
    [
      'whose answer the run knew',
      drift('accept'),
      store([before], ['understood']),
      { kind: 'decided', outcome: 'accept' },
    ],
    [
      'that is proposed',
      drift('accept', { proposal }),
      store([], ['understood']),
      { kind: 'proposed', ...proposal },
    ],
    [
      'whose proposal was merged since',
      drift('accept', { proposal }),
      store([], ['understood', 'enforced']),
      { kind: 'in-code' },
    ],
    [
      'that is handed over',
      drift('delegate'),
      store([], ['understood', 'enforced']),
      { kind: 'decided', outcome: 'delegate' },
    ],
  ])('%s is reported as such', async (_, open, known, standing) => {
    expect(await driftOutlook(known, open, { startedAt: scanned, proposals: [] })).toEqual(
      standing,
    );
  });

  it('is reported as proposed if it was proposed after the run', async () => {
    const known = { startedAt: scanned, proposals: [{ intent, ...proposal }] };
    const fate = await driftOutlook(store([], ['understood']), drift('accept'), known);

    expect(fate).toEqual({ kind: 'proposed', ...proposal });
  });
});
