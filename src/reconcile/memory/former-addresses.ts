import type { ResourceRef } from '../../model/effect.ts';
import type { Memory, RememberedEvent } from '../../ports/store/memory.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import type { FormerAddresses } from '../decide/answered-field.ts';

/**
 * Creates a function that returns the addresses under which earlier runs knew the resource of a
 * drift: those of the resource that its last event names.
 */
export function createFormerAddresses(
  memory: Memory | undefined,
  estate: Pick<Estate, 'find'>,
): FormerAddresses {
  const events = new Map((memory?.events ?? []).map((event) => [event.id, event]));
  return ({ address, evidence }) => {
    const event = events.get(evidence.at(-1) ?? '');
    if (event === undefined) return [];
    const former = Object.entries(event.addresses).flatMap(([name, before]) => {
      const all = [before, ...(event.formerly?.[name] ?? [])].filter((one) => one !== address);
      const isSame = all.length > 0 && estate.find(refOf(name))?.address === address;
      return isSame ? all : [];
    });
    return [...new Set(former)];
  };
}

/** The event with the current addresses of its resources, and those that they had before. */
export function withMoves(
  event: RememberedEvent,
  before: RememberedEvent | undefined,
  addressOf: (resource: ResourceRef) => string | undefined,
): RememberedEvent {
  const moved = Object.entries(before?.addresses ?? {}).flatMap(([name, old]) => {
    const now = addressOf(refOf(name));
    return now === undefined || now === old ? [] : [{ name, old, now }];
  });
  const known = before?.formerly;
  if (moved.length === 0) return known === undefined ? event : { ...event, formerly: known };
  const formerly = moved.map(({ name, old, now }) => {
    const all = new Set([old, ...(known?.[name] ?? [])]);
    all.delete(now);
    return [name, [...all]] as const;
  });
  const places = new Map(moved.map(({ old, now }) => [old, now]));
  const idsNow = Object.entries(event.ids ?? {}).map(([address, ids]) => {
    return [places.get(address) ?? address, ids] as const;
  });
  return {
    ...event,
    ...(event.ids === undefined ? {} : { ids: Object.fromEntries(idsNow) }),
    addresses: {
      ...event.addresses,
      ...Object.fromEntries(moved.map(({ name, now }) => [name, now])),
    },
    formerly: { ...known, ...Object.fromEntries(formerly) },
  };
}

/** From the name in the log as it is remembered, which is canonical JSON. */
function refOf(name: string): ResourceRef {
  return JSON.parse(name) as ResourceRef;
}
