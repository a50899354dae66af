import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { ObjectAction } from '../../../../src/model/object-change.ts';
import {
  type Live,
  perform as performChange,
} from '../../../../src/providers/kubernetes/changes/perform.ts';
import { foldKnown } from '../../../../src/providers/kubernetes/live/known.ts';
import type { ObjectEvent } from '../../../../src/providers/kubernetes/live/types.ts';
import { objectValueAt } from '../../../../src/providers/kubernetes/values/at.ts';
import { objectDifferences } from '../../../../src/providers/kubernetes/values/difference.ts';
import { bodyOf, type Form, type Model, objectOf, perform, type Step } from './model.ts';

const names = ['a', 'b', 'example.com/x~y'];
const containers = ['web', 'side'];
const value = fc.constantFrom('1', '2', 'x', 'on');
const maybe = fc.option(value, { nil: undefined });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('replicas' as const), value: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant('label' as const), key: fc.constantFrom(...names), value: maybe }),
  fc.record({
    kind: fc.constant('image' as const),
    container: fc.constantFrom(...containers),
    value: fc.constantFrom('web:1', 'web:2'),
  }),
  fc.record({
    kind: fc.constant('env' as const),
    container: fc.constantFrom(...containers),
    name: fc.constantFrom('A', 'B'),
    value: maybe,
  }),
);
const form = fc.constantFrom<Form>('strategic', 'json', 'merge');
const steps = fc.array(fc.tuple(step, form), { maxLength: 12 });

const start = (): Model => ({
  replicas: 3,
  labels: new Map([['a', '1']]),
  env: new Map([['web', new Map([['A', '1']])]]),
  images: new Map(containers.map((name) => [name, 'web:1'])),
});

const type = 'apps/Deployment';

/** The actions for the steps, and the model's object after all of them. */
function play(all: readonly (readonly [Step, Form])[]): {
  readonly actions: readonly ObjectAction[];
  readonly expected: JsonObject;
} {
  const model = start();
  const actions = all.map(([one, how]): ObjectAction => {
    const body = bodyOf(model, one, how);
    perform(model, one);
    return { kind: 'patch', form: how, body };
  });
  return { actions, expected: objectOf(model) as JsonObject };
}

const object = {
  cluster: 'c',
  group: 'apps',
  resource: 'deployments',
  namespace: 'p',
  name: 'web',
};

function eventsOf(actions: readonly ObjectAction[]): readonly ObjectEvent[] {
  return actions.map((action, index) => ({
    event: `e${String(index).padStart(3, '0')}`,
    time: `2026-03-14T10:${String(index).padStart(2, '0')}:00Z`,
    change: { object, action },
    isDeployer: false,
    isController: false,
  }));
}

describe('patches in a row', () => {
  it('leave what a plain model of the object says', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const first = objectOf(start()) as JsonObject;
        const { actions, expected } = play(all);
        const live = actions.reduce<Live>(
          (at, action) => performChange(type, at, { action }, first),
          { value: first, applied: new Map() },
        );

        expect(objectDifferences(type, live.value, expected)).toEqual([]);
      }),
    );
  });

  it('drift exactly where the model and the manifest differ', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const first = objectOf(start()) as JsonObject;
        const { actions, expected } = play(all);
        const { drifts } = foldKnown({ address: 'a', type, value: first }, eventsOf(actions));

        const wanted = objectDifferences(type, first, expected);
        expect(drifts.map(({ path }) => path)).toEqual(wanted.map(({ path }) => path));
        for (const { path, live } of drifts) {
          const now = objectValueAt(expected, path);
          expect(live).toEqual(
            now === undefined ? { kind: 'absent' } : { kind: 'value', value: now },
          );
        }
        expect(drifts.every(({ writes = [] }) => writes.length > 0)).toBe(true);
      }),
    );
  });

  it('say nothing of an object that ends as it was', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const first = objectOf(start()) as JsonObject;
        const { actions } = play(all);
        const back: ObjectAction = { kind: 'replace', body: first };
        const { drifts, outcomes } = foldKnown(
          { address: 'a', type, value: first },
          eventsOf([...actions, back]),
        );

        expect(drifts).toEqual([]);
        expect(new Set(outcomes.map(([event]) => event)).size).toBe(actions.length + 1);
      }),
    );
  });
});
