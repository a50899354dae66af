import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import { ConflictKind } from '../../../src/model/decision.ts';
import type { Write } from '../../../src/model/drift.ts';
import type { Reverted } from '../../../src/model/reverted.ts';
import { contentionsIn } from '../../../src/stages/arbitration/conflict/contentions.ts';
import { deleted, makeDrift } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, play } from './scene.ts';

const asg = 'aws_autoscaling_group.web';
const scaled = makeDrift(asg, ['desired_capacity'], 3, 6);
const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);
const saver = by('cost', 'Saver');
const scaler = by('controller', 'Scaler');
const limits = { turns: 3, withinHours: 72 };

function writesBy(count: number, hoursApart = 1): readonly Write[] {
  return Array.from({ length: count }, (_, index) => ({
    event: `e${index + 1}`,
    time: new Date(Date.UTC(2026, 2, 14, index * hoursApart)).toISOString(),
    value: { kind: 'value', value: index % 2 === 0 ? 10 : 3 },
  }));
}

interface Row extends Scene {
  readonly kind: ConflictKind;
  readonly because: RegExp;
}

const rows: readonly Row[] = [
  {
    kind: 'value',
    drifts: [memory],
    by: by('human'),
    because: /^Nothing satisfies both the code and the change\.$/,
  },
  {
    kind: 'range',
    drifts: [scaled],
    by: by('human'),
    declarations: [
      {
        actor: by('security'),
        address: asg,
        path: ['desired_capacity'],
        want: { kind: 'range', max: 4 },
        purpose: 'hardening',
        summary: 'at most four',
        from: '2026-03-13T00:00:00Z',
      },
    ],
    because: /^Nothing satisfies both the change and i-/,
  },
  {
    kind: 'presence',
    drifts: [deleted('aws_sqs_queue.jobs')],
    by: by('human'),
    context: { environmentOf: () => 'test' },
    because: /Nothing satisfies both/,
  },
  {
    kind: 'ownership',
    drifts: [scaled],
    by: by('human'),
    because: /^Controllers scale this field, and a party of class human wrote it\.$/,
  },
  {
    kind: 'ownership',
    drifts: [memory],
    by: by('human'),
    input: {
      ownerOf: () => ({ principal: 'arn:aws:iam::123456789012:role/tuner', name: 'Tuner' }),
    },
    because: /^The field is delegated to Tuner\.$/,
  },
  {
    kind: 'stale',
    drifts: [memory],
    by: by('human'),
    input: { declaredSince: () => '2026-03-14T05:00:00Z' },
    because: /^The code was set again at 2026-03-14T05:00:00Z, after the change\.$/,
  },
  {
    kind: 'stale',
    drifts: [makeDrift(asg, ['desired_capacity'], 5, 8, { unapplied: 3 })],
    by: by('human'),
    because: /not been applied yet/,
  },
  {
    kind: 'temporal',
    drifts: [memory],
    by: by('human'),
    intent: { expires: '2026-03-14T07:00:00Z' },
    because: /time that has passed/,
  },
  {
    kind: 'temporal',
    drifts: [memory],
    by: by('human'),
    context: { freezes: [{ id: 'f', from: '2026-03-14T00:00:00Z' }] },
    because: /freeze/,
  },
  {
    kind: 'dependency',
    drifts: [makeDrift(asg, ['desired_capacity'], 3, 9)],
    by: by('human'),
    code: { min_size: 2, max_size: 6 },
    because: /must be 2 to 6/,
  },
  {
    kind: 'contention',
    drifts: [{ ...scaled, evidence: ['e1', 'e2', 'e3', 'e4'], writes: writesBy(4) }],
    by: scaler,
    others: { e2: saver, e3: scaler, e4: saver },
    because: /Saver and Scaler \(3 turns/,
  },
  {
    kind: 'atomicity',
    drifts: [makeDrift(asg, ['desired_capacity'], 3, 5), makeDrift(asg, ['max_size'], 6, 8)],
    by: by('controller'),
    code: { min_size: 2 },
    because: /belongs together with max_size of .* automation-elsewhere/,
  },
];

describe('a conflict', () => {
  it.each(rows)('of kind $kind is named: $because', ({ kind, because, ...scene }) => {
    const conflicts = play(scene).flatMap(({ grounds }) => grounds?.conflicts ?? []);

    const own = conflicts.filter((one) => one.kind === kind).map((one) => one.because);
    expect(own).toContainEqual(expect.stringMatching(because));
  });

  it('has a case for every kind', () => {
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(ConflictKind.options));
  });

  it('is none if the owner itself writes, or its time as owner is over', () => {
    const owner = { principal: by('human').principal, name: 'human' };
    const kinds = (expires?: string, principal = owner.principal): readonly ConflictKind[] =>
      play({
        drifts: [memory],
        by: by('human'),
        input: {
          ownerOf: () => ({ ...owner, principal, ...(expires === undefined ? {} : { expires }) }),
        },
      }).flatMap(({ grounds }) => grounds?.conflicts.map(({ kind }) => kind) ?? []);

    expect(kinds()).toEqual(['value']);
    expect(kinds('2026-03-14T08:00:00Z', 'someone')).toEqual(['value']);
    expect(kinds('2026-03-14T09:00:00Z', 'someone')).toEqual(['value', 'ownership']);
  });
});

describe('contentions', () => {
  const actors = new Map<string, Actor>(
    ['e1', 'e2', 'e3', 'e4', 'e5', 'e6'].map((id, index) => [id, index % 2 === 0 ? scaler : saver]),
  );
  const actorOf = (event: string): Actor | undefined => actors.get(event);
  const reverted = (path: string, writes: readonly Write[]): Reverted => ({
    address: asg,
    path: [path],
    evidence: writes.map(({ event }) => event),
    window: { from: writes[0]?.time ?? '', to: writes.at(-1)?.time ?? '' },
    writes,
  });

  it('are one finding per contention, even if nothing is left of it', () => {
    const drift = { ...scaled, writes: writesBy(6) };

    const found = contentionsIn([drift], [reverted('min_size', writesBy(4))], actorOf, limits);

    expect(found).toEqual([
      {
        address: asg,
        paths: [['desired_capacity'], ['min_size']],
        parties: [saver, scaler],
        alternations: 5,
        window: { from: '2026-03-14T00:00:00.000Z', to: '2026-03-14T05:00:00.000Z' },
        drifts: [drift.id],
      },
    ]);
  });

  it.each<[string, number, number, number]>([
    ['A, B, A', 3, 1, 0],
    ['A, B, A, B within the time', 4, 24, 1],
    ['A, B, A, B over weeks', 4, 25, 0],
    ['for weeks, and fast at no time', 6, 30, 0],
  ])('need enough turns in little enough time: %s', (_name, count, hours, expected) => {
    const found = contentionsIn([], [reverted('x', writesBy(count, hours))], actorOf, limits);

    expect(found).toHaveLength(expected);
  });

  it('are ignored under a policy that defines none', () => {
    expect(contentionsIn([], [reverted('x', writesBy(6))], actorOf, undefined)).toEqual([]);
  });
});
