import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/actor.ts';
import type { DriftValue } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { InferInput } from '../../../src/stages/intent/types.ts';
import { actor, event, lookup, makeDrift, redacted, side } from './make.ts';

const ann = actor('ann');
const ben = actor('ben');
const run = (session: string): Actor => actor('deploy', 'pipeline', session);
const look: Actor = { ...actor('unknown', 'unknown'), signature: 'no-audit-event' };

type Call = readonly [by: Actor, to: Json | DriftValue];

function inferred(calls: readonly Call[], more: Partial<InferInput> = {}) {
  const writes = calls.map(([, to], index) => ({
    event: `e${index}`,
    time: `2026-03-14T0${index}:00:00Z`,
    value: side(to),
  }));
  const [, live = 0] = calls.at(-1) ?? [];
  const evidence = writes.map((write) => write.event);
  const drift = makeDrift('aws_sqs_queue.jobs', ['delay_seconds'], 0, live, { evidence, writes });
  const events = calls.map(([by], index) => event(`e${index}`, index * 60, by));
  return inferIntents({ drifts: [drift], event: lookup(events), ...more });
}

/** `ann 5, since overtaken`: who wants what. */
function reported(calls: readonly Call[], more?: Partial<InferInput>): readonly string[] {
  return inferred(calls, more).map(({ actor: { name }, wants, overtaken = [] }) => {
    const [wanted] = wants.map(({ want }) => (want.kind === 'eq' ? String(want.value) : want.kind));
    return `${name} ${wanted}${overtaken.length === 0 ? '' : ', since overtaken'}`;
  });
}

describe('who wants something of a field', () => {
  it.each<[string, readonly Call[], readonly string[]]>([
    ['one who acted', [[ann, 5]], ['ann 5']],
    [
      'one who acted twice',
      [
        [ann, 5],
        [ann, 7],
      ],
      ['ann 7'],
    ],
    [
      'two',
      [
        [ann, 5],
        [ben, 7],
      ],
      ['ann 5, since overtaken', 'ben 7'],
    ],
    [
      'two, of whom one came back',
      [
        [ann, 5],
        [ben, 7],
        [ann, 9],
      ],
      ['ann 9', 'ben 7, since overtaken'],
    ],
    [
      'one, since the field was as the code says',
      [
        [ann, 5],
        [ann, 0],
        [ben, 7],
      ],
      ['ben 7'],
    ],
    [
      'one pipeline, whatever its runs are called',
      [
        [run('1'), 5],
        [run('2'), 7],
      ],
      ['deploy 7'],
    ],
    [
      'two people who share a role',
      [
        [actor('ops', 'human', 'ann'), 5],
        [actor('ops', 'human', 'ben'), 7],
      ],
      ['ops 5, since overtaken', 'ops 7'],
    ],
    [
      'one, and a look that nobody’s call explains',
      [
        [look, 5],
        [ben, 7],
      ],
      ['ben 7'],
    ],
    [
      'whoever set what the log hides',
      [
        [ann, redacted],
        [ben, 7],
      ],
      ['ann present, since overtaken', 'ben 7'],
    ],
  ])('is %s', (_name, calls, parties) => {
    expect([...reported(calls)].sort()).toEqual([...parties].sort());
  });

  it('has the same intent if others have set the field since', () => {
    const idOf = (calls: readonly Call[]) =>
      inferred(calls).find(({ actor: { name } }) => name === 'ann')?.id;

    const later: readonly (readonly Call[])[] = [
      [],
      [[ben, 7]],
      [
        [ben, 7],
        [run('1'), 8],
      ],
    ];

    const ids = later.map((more) => idOf([[ann, 5], ...more]));

    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^i-/);
    expect(
      idOf([
        [ann, 6],
        [ben, 7],
      ]),
    ).not.toBe(ids[0]);
  });

  it('is not somebody who wrote the declared value in other words', () => {
    const same: InferInput['same'] = (a, b) =>
      a.kind === 'value' && b.kind === 'value' && Number(a.value) === Number(b.value);
    const calls: readonly Call[] = [
      [ann, 5],
      [ann, '0'],
      [ben, 7],
    ];

    expect(reported(calls)).toContain('ann 0, since overtaken');
    expect(reported(calls, { same })).toEqual(['ben 7']);
  });
});
