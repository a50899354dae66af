import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { EvidenceEvent, InferInput } from '../../../src/stages/intent/types.ts';
import { cases } from '../../cases.ts';
import { actor, created, event, lookup, makeDrift } from './make.ts';

const ann = actor('oncall', 'human', 'ann');
const ben = actor('oncall', 'human', 'ben');
const scaler = actor('scaler', 'controller');

/** A drift of the resource at this address, caused by these events. */
function touched(address: string, ...evidence: readonly string[]): Drift {
  return makeDrift(address, ['name'], 'a', address, { evidence });
}

function groups(
  drifts: readonly Drift[],
  events: readonly EvidenceEvent[],
  more: Partial<InferInput> = {},
): readonly (readonly string[])[] {
  return inferIntents({ drifts, event: lookup(events), ...more })
    .map((intent) =>
      intent.drifts.map((id) => drifts.find((drift) => drift.id === id)?.address ?? '?').sort(),
    )
    .sort();
}

interface Case {
  readonly name: string;
  readonly drifts: readonly Drift[];
  readonly events: readonly EvidenceEvent[];
  readonly more?: Partial<InferInput>;
  readonly expected: readonly (readonly string[])[];
}

const table: readonly Case[] = [
  {
    name: 'one session over five resources is one intent',
    drifts: ['a', 'b', 'c', 'd', 'e'].map((n, i) => touched(`aws_sqs_queue.${n}`, `e${i}`)),
    events: [0, 1, 2, 3, 4].map((i) => event(`e${i}`, i * 10, ann)),
    expected: [['a', 'b', 'c', 'd', 'e'].map((n) => `aws_sqs_queue.${n}`)],
  },
  {
    name: 'two people who share a role are two intents, though interleaved',
    drifts: [
      touched('aws_sqs_queue.a', 'e1'),
      touched('aws_sqs_queue.b', 'e2'),
      touched('aws_sqs_queue.c', 'e3'),
    ],
    events: [event('e1', 1, ann), event('e2', 2, ben), event('e3', 3, ann)],
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.c'], ['aws_sqs_queue.b']],
  },
  {
    name: 'a long pause ends a session',
    drifts: [touched('aws_sqs_queue.a', 'e1'), touched('aws_sqs_queue.b', 'e2')],
    events: [event('e1', 1, ann), event('e2', 17, ann)],
    expected: [['aws_sqs_queue.a'], ['aws_sqs_queue.b']],
  },
  {
    name: 'the gap is a setting',
    drifts: [touched('aws_sqs_queue.a', 'e1'), touched('aws_sqs_queue.b', 'e2')],
    events: [event('e1', 1, ann), event('e2', 17, ann)],
    more: { gapMinutes: 16 },
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.b']],
  },
  {
    name: 'a change that somebody came back to bridges the pause',
    drifts: [touched('aws_sqs_queue.a', 'e1', 'e2'), touched('aws_sqs_queue.b', 'e3')],
    events: [event('e1', 1, ann), event('e2', 30, ann), event('e3', 40, ann)],
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.b']],
  },
  {
    name: 'one session of a person is one intent over modules, too',
    drifts: [touched('module.a.aws_sqs_queue.x', 'e1'), touched('module.b.aws_sqs_queue.x', 'e2')],
    events: [event('e1', 1, ann), event('e2', 9, ann)],
    expected: [['module.a.aws_sqs_queue.x', 'module.b.aws_sqs_queue.x']],
  },
  {
    name: 'a person who comes back to a module within the hour is still at it',
    drifts: [
      touched('module.a["x.y"].aws_sqs_queue.x', 'e1'),
      touched('module.a[1].aws_sqs_queue.x', 'e2'),
      touched('module.b.aws_sqs_queue.x', 'e3'),
    ],
    events: [event('e1', 1, ann), event('e2', 40, ann), event('e3', 80, ann)],
    expected: [
      ['module.a["x.y"].aws_sqs_queue.x', 'module.a[1].aws_sqs_queue.x'],
      ['module.b.aws_sqs_queue.x'],
    ],
  },
  {
    name: 'who comes back after the hour does something else',
    drifts: [touched('module.a.aws_sqs_queue.x', 'e1'), touched('module.a.aws_sqs_queue.y', 'e2')],
    events: [event('e1', 1, ann), event('e2', 62, ann)],
    expected: [['module.a.aws_sqs_queue.x'], ['module.a.aws_sqs_queue.y']],
  },
  {
    name: 'references join what a person comes back to',
    drifts: [touched('module.a.aws_sqs_queue.x', 'e1'), touched('module.b.aws_sqs_queue.x', 'e2')],
    events: [event('e1', 1, ann), event('e2', 50, ann)],
    more: { related: (a, b) => a.startsWith('module.b') && b.startsWith('module.a') },
    expected: [['module.a.aws_sqs_queue.x', 'module.b.aws_sqs_queue.x']],
  },
  {
    name: 'a created resource belongs to its parent',
    drifts: [
      touched('module.a.aws_sqs_queue.x', 'e1'),
      created('aws_sqs_queue_policy.x', {}, { evidence: ['e2'] }, 'module.a.aws_sqs_queue.x'),
    ],
    events: [event('e1', 1, ann), event('e2', 30, ann)],
    expected: [['aws_sqs_queue_policy.x', 'module.a.aws_sqs_queue.x']],
  },
  {
    name: 'a robot acts on one thing at a time',
    drifts: [touched('aws_sqs_queue.a', 'e1'), touched('aws_sqs_queue.b', 'e2')],
    events: [event('e1', 1, scaler), event('e2', 5, scaler)],
    expected: [['aws_sqs_queue.a'], ['aws_sqs_queue.b']],
  },
  {
    name: 'but a sweep is one run, and so is what is connected',
    drifts: [
      touched('aws_sqs_queue.a', 'e1'),
      touched('aws_sqs_queue.b', 'e2'),
      touched('aws_sqs_queue.c', 'e3'),
    ],
    events: [event('e1', 1, scaler), event('e2', 3, scaler), event('e3', 9, scaler)],
    more: { related: (a, b) => a.endsWith('a') && b.endsWith('c') },
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.b', 'aws_sqs_queue.c']],
  },
  {
    name: 'a robot has a new session name at each login',
    drifts: [touched('aws_sqs_queue.a', 'e1'), touched('aws_sqs_queue.b', 'e2')],
    events: [
      event('e1', 1, actor('scaler', 'controller', '1')),
      event('e2', 2, actor('scaler', 'controller', '2')),
    ],
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.b']],
  },
  {
    name: 'drifts whose events are gone have an unknown actor',
    drifts: [touched('aws_sqs_queue.a', 'e8'), touched('aws_sqs_queue.b', 'e9')],
    events: [],
    expected: [['aws_sqs_queue.a', 'aws_sqs_queue.b']],
  },
];

describe('sessions', () => {
  it.each(table)('$name', ({ drifts, events, more, expected }) => {
    expect(groups(drifts, events, more)).toEqual(expected);
  });

  it('gives a value to whoever wrote it last, and names the others', () => {
    const drift = touched('aws_sqs_queue.a', 'e1', 'e2');

    const [intent] = inferIntents({
      drifts: [drift],
      event: lookup([event('e1', 1, ann), event('e2', 2, ben)]),
    });

    expect(intent?.actor).toBe(ben);
    expect(intent?.window).toEqual({ from: '2026-03-14T00:02:00Z', to: '2026-03-14T00:02:00Z' });
    expect(intent?.supersedes).toEqual([{ drift: drift.id, actor: ann, events: ['e1'] }]);
  });

  it('gives a created resource to whoever created it', () => {
    const live = { kind: 'value', value: {} } as const;
    const drift = created(
      'aws_sqs_queue.a',
      {},
      {
        evidence: ['e1', 'e2'],
        writes: [{ event: 'e1', time: '2026-03-14T00:01:00Z', value: live }],
      },
    );

    const [intent] = inferIntents({
      drifts: [drift],
      event: lookup([event('e1', 1, ann), event('e2', 2, ben)]),
    });

    expect(intent?.actor).toBe(ann);
  });

  it.each([
    ['alice-INC-123', undefined, 'INC-123'],
    ['chg0042', undefined, 'CHG0042'],
    ['alice', 'SEC-7', 'SEC-7'],
    ['INC-1', 'INC-2', 'INC-2'],
    ['utf-8', undefined, undefined],
    ['PRINCE-12', undefined, undefined],
    ['INC-123456789012345', undefined, undefined],
  ] as const)(
    'reads a ticket from session %s and source identity %s: %s',
    (session, source, id) => {
      const [intent] = inferIntents({
        drifts: [touched('aws_sqs_queue.a', 'e1')],
        event: lookup([event('e1', 1, actor('oncall', 'human', session), source)]),
      });

      expect(intent?.ticket).toBe(id);
    },
  );

  it('gives the same intents whatever the order', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'module.m.x', 'module.n.x');
    const made = fc
      .uniqueArray(
        fc.record({ name: names, minute: fc.nat(90), who: fc.constantFrom(ann, ben, scaler) }),
        {
          maxLength: 8,
          selector: ({ name }) => name,
        },
      )
      .map((list) => ({
        drifts: list.map(({ name }, i) =>
          touched(name.replace(/^(module\.\w\.)?/, '$1aws_sqs_queue.'), `e${i}`),
        ),
        events: list.map(({ minute, who }, i) => event(`e${i}`, minute, who)),
      }));
    const shuffled = made.chain(({ drifts, events }) =>
      fc.record({
        drifts: fc.constant(drifts),
        events: fc.constant(events),
        other: fc.shuffledSubarray([...drifts], { minLength: drifts.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ drifts, events, other }) => {
        const find = lookup(events);
        const intents = inferIntents({ drifts, event: find });

        expect(inferIntents({ drifts: other, event: find })).toEqual(intents);
        expect(intents.flatMap((intent) => intent.drifts).sort()).toEqual(
          drifts.map(({ id }) => id).sort(),
        );
      }),
      { numRuns: cases(1000) },
    );
  });
});
