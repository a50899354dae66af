import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathKey } from '../../../src/model/path.ts';
import { readChange } from '../../../src/providers/kubernetes/changes/read.ts';
import { netObjects } from '../../../src/providers/kubernetes/live/net-objects.ts';
import type {
  NetObjects,
  ObjectEstate,
  ObjectEvent,
} from '../../../src/providers/kubernetes/live/types.ts';
import { objectValueAt } from '../../../src/providers/kubernetes/values/at.ts';
import { objectDifferences } from '../../../src/providers/kubernetes/values/difference.ts';
import { cases } from '../../cases.ts';
import { auditEvent } from '../catalog/event.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Act, type Form, type Logged, type Served, serve } from './server.ts';

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('create' as const, 'put' as const),
      changed: fc.boolean(),
      noise: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('label' as const),
      form: fc.constantFrom<Form>('strategic', 'merge', 'json'),
      value: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'delete' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('empty' as const), shows: fc.boolean() }),
  },
);
const acts = fc.array(act, { maxLength: 8 });

/** Manifests that declare just this object, in its first state. */
function estateOf({ type, group, resource, first }: Kind): ObjectEstate {
  const object = { address: `${type}/shop/web`, type, value: first };
  const isKind = (ref: { readonly group: string; readonly resource: string }): boolean =>
    ref.group === group && ref.resource === resource;
  return {
    find: (ref) =>
      isKind(ref) && ref.name === 'web' ? { kind: 'known', object } : { kind: 'none' },
    namesOf: (ref, labels) =>
      isKind(ref) && Object.keys(labels ?? {}).length === 0 ? ['web'] : [],
    isNeighbor: () => false,
    unmanagedAt: ({ name }) => ({ address: `${type}/shop/${name ?? ''}`, type }),
  };
}

function eventOf({ group, resource }: Kind, logged: Logged, index: number): ObjectEvent {
  const { verb, patch, body, response } = logged;
  const isMany = verb === 'deletecollection';
  const target = { group, resource, namespace: 'shop', ...(isMany ? {} : { name: 'web' }) };
  const time = `2026-03-01T10:00:${String(index).padStart(2, '0')}.000000Z`;
  const read = readChange(
    auditEvent({
      id: `e-${String(99 - index)}`,
      time,
      cloud: 'kubernetes',
      operation: verb,
      request: {
        verb,
        target,
        ...(patch === undefined ? {} : { patch }),
        ...(body === undefined ? {} : { body }),
      },
      response,
    }),
  );
  if (read.kind !== 'change') throw new Error(read.because);
  const { change } = read;
  return { event: `e-${99 - index}`, time, change, isDeployer: false, isController: false };
}

function fold(kind: Kind, { logged }: Served): readonly [NetObjects, readonly ObjectEvent[]] {
  const events = logged.map((one, index) => eventOf(kind, one, index));
  return [netObjects(estateOf(kind), events, 'none'), events];
}

describe('any requests of an object, one after the other', () => {
  it.each(kinds.map((kind) => [kind.type, kind] as const))(
    'leave %s as a server does',
    (_, kind) => {
      fc.assert(
        fc.property(acts, (all) => {
          const served = serve(kind, all);
          const [{ drifts, outcomes }, events] = fold(kind, served);
          const { live } = served;

          expect(new Set(outcomes.map(([event]) => event)).size).toBe(events.length);
          if (live === undefined) {
            expect(drifts).toMatchObject([{ path: [], live: { kind: 'absent' } }]);
            return;
          }
          const wanted = objectDifferences(kind.type, kind.first, live).map(({ path }) =>
            pathKey(path),
          );
          expect(drifts.map(({ path }) => pathKey(path)).sort()).toEqual(wanted.sort());
          for (const { path, live: now } of drifts) {
            const value = objectValueAt(live, path);
            expect(now).toEqual(
              value === undefined ? { kind: 'absent' } : { kind: 'value', value },
            );
          }
        }),
        { numRuns: cases(200) },
      );
    },
  );

  it('mean the same in any order of arrival, and however often they come', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        acts,
        fc.array(fc.nat(99), { maxLength: 16 }),
        (kind, all, places) => {
          const [result, events] = fold(kind, serve(kind, all));
          const more = places.flatMap((place) => events[place % Math.max(events.length, 1)] ?? []);
          const mixed = [...more, ...events.toReversed()];

          const again = netObjects(estateOf(kind), mixed, 'none');

          expect(again.drifts).toEqual(result.drifts);
          expect(again.reverted).toEqual(result.reverted);
        },
      ),
      { numRuns: cases(300) },
    );
  });
});
