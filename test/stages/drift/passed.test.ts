import { describe, expect, it } from 'vitest';
import type { Change, Effect } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { effect, ref, run, set, type World } from './world.ts';

const address = 'aws_db_instance.shop';
const database = ref('aws_db_instance', 'shop');
const remove: Change = { kind: 'delete' };
const encrypted = (value: boolean): Change => set(['storage_encrypted'], value);
const password = (value: string): Change => set(['password'], value);

function world(code?: JsonObject | null): World {
  const state = { id: 'shop', storage_encrypted: true, allocated_storage: 20, password: 'a' };
  return {
    state: { [address]: state },
    ...(code === undefined
      ? {}
      : { code: { [address]: code === null ? null : { ...state, ...code } } }),
    hints: { 'aws_db_instance.password': { sensitive: true } },
  };
}

/** Changes at minute N by event `eN`. */
function night(...changes: readonly (readonly [minute: number, change: Change])[]): Effect[] {
  return changes.map(([minute, change]) => effect(minute, `e${minute}`, database, change));
}

interface Case {
  readonly name: string;
  readonly code?: JsonObject | null;
  readonly effects: readonly Effect[];
  /** `ending: changes > ended, minutes x times`, for the only entry. */
  readonly reported?: string;
  /** `event disposition`, the most important one of each event. */
  readonly events: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'off for six minutes and on again',
    effects: night([1, encrypted(false)], [7, encrypted(true)]),
    reported: 'put-back: e1 > e7, 6 min x 1',
    events: ['e1 reverted', 'e7 reverted'],
  },
  {
    name: 'off and on twice',
    effects: night(
      [1, encrypted(false)],
      [7, encrypted(true)],
      [10, encrypted(false)],
      [14, encrypted(true)],
    ),
    reported: 'put-back: e1 e10 > e14, 10 min x 2',
    events: ['e1 reverted', 'e10 reverted', 'e14 reverted', 'e7 reverted'],
  },
  {
    name: 'to another value and on to what the code says',
    code: { allocated_storage: 50 },
    effects: night([1, set(['allocated_storage'], 30)], [5, set(['allocated_storage'], 50)]),
    reported: 'in-code: e1 > e5, 4 min x 1',
    events: ['e1 superseded', 'e5 in-code'],
  },
  {
    name: 'back to what was before, after the code was applied',
    code: { allocated_storage: 50 },
    effects: night(
      [1, set(['allocated_storage'], 50)],
      [4, set(['allocated_storage'], 20)],
      [9, set(['allocated_storage'], 50)],
    ),
    reported: 'in-code: e4 > e9, 5 min x 1',
    events: ['e1 in-code', 'e4 superseded', 'e9 in-code'],
  },
  {
    name: 'straight to what the code says',
    code: { allocated_storage: 50 },
    effects: night([1, set(['allocated_storage'], 50)]),
    events: ['e1 in-code'],
  },
  {
    name: 'to another value and on to a third one',
    effects: night([1, set(['allocated_storage'], 30)], [5, set(['allocated_storage'], 40)]),
    reported: 'overwritten: e1 > e5, 4 min x 1',
    events: ['e1 drift', 'e5 drift'],
  },
  {
    name: 'away and back and to where it stays',
    effects: night(
      [1, set(['allocated_storage'], 30)],
      [2, set(['allocated_storage'], 20)],
      [5, set(['allocated_storage'], 40)],
    ),
    reported: 'overwritten: e1 > e2, 1 min x 1',
    events: ['e1 drift', 'e2 drift', 'e5 drift'],
  },
  {
    name: 'what the code does not declare any more, and was not applied',
    code: null,
    effects: night([3, encrypted(false)]),
    reported: 'undeclared: e3 > nothing, unknown x 1',
    events: ['e3 superseded'],
  },
  {
    name: 'what the code does not declare any more, until it was deleted',
    code: null,
    effects: night([3, encrypted(false)], [8, remove]),
    reported: 'deleted: e3 > e8, 5 min x 1',
    events: ['e3 superseded', 'e8 in-code'],
  },
  {
    name: 'put back before the deletion of what the code does not declare any more',
    code: null,
    effects: night([3, encrypted(false)], [5, encrypted(true)], [8, remove]),
    reported: 'put-back: e3 > e5, 2 min x 1',
    events: ['e3 reverted', 'e5 reverted', 'e8 in-code'],
  },
  {
    name: 'a deletion of what the code does not declare, and nothing else',
    code: null,
    effects: night([8, remove]),
    events: ['e8 in-code'],
  },
  {
    name: 'deleted and made again although the code does not declare it',
    code: null,
    effects: night([2, remove], [8, { kind: 'create', attributes: {} }]),
    reported: 'put-back: e2 > e8, 6 min x 1',
    events: ['e2 reverted', 'e8 reverted'],
  },
  {
    name: 'a value that was there already, of what the code does not declare any more',
    code: null,
    effects: night([3, encrypted(true)]),
    events: ['e3 no-effect'],
  },
  {
    name: 'a call on what was deleted later, whose request the log leaves out',
    code: null,
    effects: night([3, { kind: 'set', path: [], value: { kind: 'omitted' } }], [8, remove]),
    events: ['e3 superseded', 'e8 in-code'],
  },
  {
    name: 'a secret',
    effects: night([1, password('hunter2')], [7, password('a')]),
    reported: 'put-back: e1 > e7, 6 min x 1',
    events: ['e1 reverted', 'e7 reverted'],
  },
];

describe('what did not last', () => {
  it.each(cases)('$name', ({ code, effects, reported, events }) => {
    const { reverted, perEvent } = run(world(code), effects);

    expect(
      reverted.map(({ ending, changes = [], ended = 'nothing', durationMs, times }) => {
        const length = durationMs === undefined ? 'unknown' : `${durationMs / 60_000} min`;
        return `${ending}: ${changes.join(' ')} > ${ended}, ${length} x ${times}`;
      }),
    ).toEqual(reported === undefined ? [] : [reported]);
    expect([...perEvent].map(([event, [first]]) => `${event} ${first?.disposition}`)).toEqual(
      events,
    );
  });

  it('has no secret in it, before or after', () => {
    const night1 = night([1, password('hunter2')], [7, password('a')]);
    const { reverted } = run(world(), night1);

    expect(reverted).toMatchObject([
      { before: { kind: 'redacted' }, writes: [{ value: { kind: 'redacted' } }, {}] },
    ]);
    expect(JSON.stringify(reverted)).not.toMatch(/hunter2|"a"/);
  });
});
