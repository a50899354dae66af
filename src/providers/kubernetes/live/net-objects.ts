import type { AdoptMode } from '../../../model/adoption.ts';
import { groupBy } from '../../../model/group.ts';
import type { ObjectRef } from '../../../model/object-change.ts';
import type { Unresolved } from '../../../model/report.ts';
import { compareText } from '../../../model/text.ts';
import { foldKnown } from './known.ts';
import { inOrder } from './order.ts';
import type { KnownObject, NetObjects, ObjectEstate, ObjectEvent, ObjectOutcome } from './types.ts';
import { foldUnmanagedObject } from './unmanaged.ts';

/**
 * The state in which requests left the objects of a cluster, compared with the manifests. Pure, and
 * independent of the order and repetition of the events. An object is assumed to match its manifest
 * until the log shows otherwise.
 */
export function netObjects(
  estate: ObjectEstate,
  events: readonly ObjectEvent[],
  adopt: AdoptMode,
): NetObjects {
  const single = inOrder(events).flatMap((event) => each(estate, event));
  const outcomes: (readonly [string, ObjectOutcome])[] = [];
  const known = new Map<string, { object: KnownObject; events: ObjectEvent[] }>();
  const unmanagedResources: ObjectEvent[] = [];
  const unresolved = new Map<string, Unresolved>();
  for (const event of single) {
    const found = estate.find(event.change.object);
    if (found.kind === 'unclear') {
      const { address } = found;
      unresolved.set(address, { ...found.unresolved, event: event.event, address });
      const because = found.unresolved.reason.replace(/\.$/, '');
      outcomes.push([event.event, { disposition: 'redacted', address, because }]);
    } else if (found.kind === 'known') {
      const { object } = found;
      const group = known.get(object.address) ?? { object, events: [] };
      known.set(object.address, group);
      group.events.push(event);
    } else unmanagedResources.push(event);
  }
  const folded = [...known.values()].map(({ object, events: own }) => foldKnown(object, own));
  const others = [
    ...groupBy(unmanagedResources, ({ change }) => JSON.stringify(change.object)).values(),
  ].map((own) => foldUnmanagedObject(estate, own, adopt));
  const emptied = collectionOutcomes(estate, events);
  return {
    drifts: [...folded, ...others].flatMap(({ drifts }) => drifts).sort(byPlace),
    reverted: [...folded, ...others].flatMap(({ reverted = [] }) => reverted).sort(byPlace),
    outcomes: [
      ...folded.flatMap((one) => one.outcomes),
      ...others.flatMap((one) => one.outcomes),
      ...outcomes,
      ...emptied,
    ],
    unresolved: [...unresolved.values()],
  };
}

/** Splits a request on a collection into one for each object that it affected. */
function each(estate: ObjectEstate, event: ObjectEvent): readonly ObjectEvent[] {
  const { object, action } = event.change;
  if (action.kind !== 'delete-many') return [event];
  const { namespace: _namespace, ...everywhere } = object;
  const place: ObjectRef = object.namespace === undefined ? everywhere : object;
  return reachedBy(estate, event).map((name) => ({
    ...event,
    change: { object: { ...place, name }, action: { kind: 'delete' } },
  }));
}

function reachedBy(estate: ObjectEstate, { change }: ObjectEvent): readonly string[] {
  const { object, action } = change;
  if (action.kind !== 'delete-many') return [];
  const declared = estate.namesOf(object, action.labels);
  if (action.names !== undefined) {
    const { names } = action;
    return estate.namesOf(object, {}).filter((name) => names.includes(name));
  }
  return action.labels === undefined ? [] : declared;
}

/**
 * The outcomes for collections without declared objects, or where it is unclear which objects were
 * affected.
 */
function collectionOutcomes(
  estate: ObjectEstate,
  events: readonly ObjectEvent[],
): readonly (readonly [string, ObjectOutcome])[] {
  return events.flatMap((event): readonly (readonly [string, ObjectOutcome])[] => {
    const { action, object } = event.change;
    if (action.kind !== 'delete-many' || reachedBy(estate, event).length > 0) return [];
    const isOpen = action.names === undefined && action.labels === undefined;
    const isAny = estate.namesOf(object, {}).length > 0;
    if (isOpen && isAny) {
      const because = 'the log does not say which objects of the collection it deleted';
      return [[event.event, { disposition: 'redacted', because }]];
    }
    const because = 'no manifest declares any of them';
    return [[event.event, { disposition: 'unmanaged', because }]];
  });
}

function byPlace(
  a: { readonly address: string; readonly path: unknown },
  b: { readonly address: string; readonly path: unknown },
): number {
  return (
    compareText(a.address, b.address) || compareText(JSON.stringify(a.path), JSON.stringify(b.path))
  );
}
