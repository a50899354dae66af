import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/model/effect.ts';
import { netDrift } from '../../../src/stages/drift/net-drift.ts';
import type { NetDriftInput } from '../../../src/stages/drift/types.ts';
import { inputOf } from './world.ts';

const address = 'aws_autoscaling_group.web';
const state = { [address]: { id: 'web', desired_capacity: 2, health_check_type: 'EC2' } };

/** A call that set an attribute of the group. */
function set(event: string, name: string, value: number): Effect {
  return {
    event,
    time: `2026-03-14T02:00:0${event.slice(1)}Z`,
    resource: { type: 'aws_autoscaling_group', keys: [{ id: 'web' }] },
    change: { kind: 'set', path: [name], value: { kind: 'known', value } },
  };
}

function leftOf(
  effects: readonly Effect[],
  ignored: NetDriftInput['ignored'] = (_address, path) => path[0] === 'desired_capacity',
): readonly unknown[] {
  const { left, drifts } = netDrift({ ...inputOf({ state }, effects), ignored });
  expect(drifts.filter(({ path }) => path[0] === 'desired_capacity')).toEqual([]);
  return left.map(({ path, live, evidence }) => [path, live, evidence]);
}

const size = (value: number) => ({ kind: 'value', value });

describe('what is left to others', () => {
  it.each<[string, readonly Effect[], readonly unknown[]]>([
    ['nothing happened', [], []],
    ['something else did', [set('e1', 'min_size', 1)], []],
    ['it changed', [set('e1', 'desired_capacity', 5)], [[['desired_capacity'], size(5), ['e1']]]],
    [
      'it went back',
      [set('e1', 'desired_capacity', 5), set('e2', 'desired_capacity', 2)],
      [[['desired_capacity'], size(2), ['e1', 'e2']]],
    ],
    [
      'a call set what it was',
      [set('e1', 'desired_capacity', 2)],
      [[['desired_capacity'], size(2), []]],
    ],
  ])('is reported where %s', (_name, effects, expected) => {
    expect(leftOf(effects)).toEqual(expected);
  });

  it('is reported even if an owner is known', () => {
    expect(leftOf([set('e1', 'desired_capacity', 5)], () => 'delegated')).toHaveLength(1);
  });
});
