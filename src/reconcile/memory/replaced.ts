import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { DriftValue } from '../../model/drift.ts';
import type { ResourceRef } from '../../model/effect.ts';
import type { EvidenceNote, OpenDrift } from '../../model/open-drift.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Memory, RememberedEvent } from '../../ports/store/memory.ts';
import { singletons } from '../../providers/catalog/singletons.ts';
import { addressKey } from '../../stages/drift/look.ts';
import type { RunInput } from '../run-input.ts';
import { isDriftLook, isObservation } from './observation.ts';
import { placeKey } from './place.ts';

/** What a run knows about resources that were replaced since earlier runs. */
export interface Replaced {
  /** True if an event was about another resource than the state has at the address by now. */
  event(event: Remembered, address: string): boolean;
  /** The ids of observations of such resources. */
  readonly looks: readonly string[];
  /** True for a drift that is based on nothing but events on such a resource. */
  drift(drift: OpenDrift): boolean;
}

type Remembered = Pick<RememberedEvent, 'ids' | 'addresses'>;

const nothing: Replaced = { event: () => false, looks: [], drift: () => false };

/**
 * Finds what was remembered about resources that Terraform replaced: a state that is not older than
 * the last one has another resource at the address, and the remembered one nowhere. As long as the
 * state has the old id, a resource that was created again by hand is the same resource.
 */
export function findReplaced(
  { earlier: { memory }, state }: Pick<RunInput, 'earlier' | 'state'>,
  index: StateIndex,
): Replaced {
  const seen = memory?.state;
  if (seen === undefined || seen.lineage !== state.lineage || state.serial < seen.serial) {
    return nothing;
  }
  const known = new Map<string, boolean>();
  const event = ({ ids, addresses }: Remembered, address: string): boolean => {
    const own = ids?.[address];
    if (own === undefined) return false;
    const key = [address, ...own].join('\n');
    const isOther = known.get(key) ?? isAnother(index, address, own);
    known.set(key, isOther);
    return isOther && !refsTo(addresses, address).some((ref) => index.find(ref).kind === 'found');
  };
  const byId = new Map(memory?.events.map((one) => [one.id, one]));
  const looks = [...byId.values()].filter(
    (one) =>
      isObservation(one) && Object.values(one.addresses).some((address) => event(one, address)),
  );
  const looked = new Set(looks.flatMap(({ addresses }) => Object.values(addresses)));
  return {
    event,
    looks: looks.map(({ id }) => id),
    drift: ({ address, evidence }) =>
      evidence.length > 0 &&
      evidence.every((note) => {
        const one = byId.get(note.event);
        // A run remembers what it read under another id than that of what it concluded from it.
        if (one === undefined) return isObservedNote(note) && looked.has(address);
        return event(one, address);
      }),
  };
}

/** The memory without observations of replaced resources, which identify them by address. */
export function withoutReplaced(memory: Memory, replaced: Replaced): Memory {
  if (replaced.looks.length === 0) return memory;
  const looks = new Set(replaced.looks);
  return { ...memory, events: memory.events.filter(({ id }) => !looks.has(id)) };
}

/**
 * Returns the value that the state had when an open drift was first seen. Secrets are excluded,
 * since they cannot be compared with other values.
 */
export function valuesBefore(
  open: readonly OpenDrift[],
  replaced: Replaced,
): (address: string, path: AttributePath) => DriftValue | undefined {
  const same = open.filter((drift) => !replaced.drift(drift));
  const seen = new Map(same.map((drift) => [placeKey(drift.address, drift.path), drift.before]));
  return (address, path) => {
    const side = seen.get(placeKey(address, path));
    return side?.kind === 'value' || side?.kind === 'absent' ? side : undefined;
  };
}

/** Adds to an event which resources the state has at its addresses. */
export function withIds(
  { ids: _, ...event }: RememberedEvent,
  index: StateIndex,
  before: RememberedEvent | undefined,
): RememberedEvent {
  const known = [...new Set(Object.values(event.addresses))].flatMap((address) => {
    const ids = idsAt(index, address) ?? before?.ids?.[address];
    return ids === undefined ? [] : [[address, ids] as const];
  });
  return known.length === 0 ? event : { ...event, ids: Object.fromEntries(known) };
}

/**
 * The ids by which a resource is another one if all of them differ. Undefined for a resource of
 * which there is only one, whose id Terraform makes up.
 */
function idsAt(index: StateIndex, address: string): readonly string[] | undefined {
  const resource = index.get(address);
  if (resource === undefined || singletons.has(resource.type)) return undefined;
  const ids = ['id', 'arn'].flatMap((name) => {
    const value = resource.attribute(name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return ids.length === 0 ? undefined : [...new Set(ids)];
}

function isAnother(index: StateIndex, address: string, ids: readonly string[]): boolean {
  const type = index.get(address)?.type;
  const now = idsAt(index, address);
  if (type === undefined || now === undefined || ids.some((id) => now.includes(id))) return false;
  const isSomewhere = (id: string) =>
    index.where(type, 'id', id).length > 0 || index.where(type, 'arn', id).length > 0;
  return !ids.some(isSomewhere);
}

/** How logs named the resource. An observation has its address, which says nothing about that. */
function refsTo(addresses: Remembered['addresses'], address: string): readonly ResourceRef[] {
  return Object.entries(addresses).flatMap(([ref, to]) =>
    to === address ? [JSON.parse(ref) as ResourceRef].filter((one) => !isByAddress(one)) : [],
  );
}

function isObservedNote({ operation, digest }: EvidenceNote): boolean {
  return digest === undefined && isDriftLook(operation);
}

function isByAddress({ keys }: ResourceRef): boolean {
  return keys[0]?.[addressKey] !== undefined;
}
