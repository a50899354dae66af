import type { IndexedResource, StateIndex } from '../../code/terraform/state/types.ts';
import type { Effect } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { wholesNamed } from '../../providers/catalog/wholes.ts';
import {
  hasPathIds,
  isNamedWorldwide,
  isWorldwideType,
  segmentsOfWhole,
} from '../../providers/traits/scopes.ts';

type Origin = Pick<AuditEvent, 'cloud' | 'scope' | 'region'>;

/**
 * The address of the managed resource that contains the unmanaged resource of an effect, determined
 * from names only.
 */
export type WholeFinder = (effect: Effect, event: Origin | undefined) => string | undefined;

/**
 * Finds the managed resources that contain unmanaged ones: by the call, by their names, and by
 * prefixes of their ids.
 */
export function createWholeFinder(index: StateIndex): WholeFinder {
  let ids: ReadonlyMap<string, string> | undefined;
  const above = ({ type, keys }: Effect['resource']): string | undefined => {
    if (!hasPathIds(type)) return undefined;
    ids ??= pathIds(index);
    for (const { id } of keys) {
      for (const whole of idsAbove(id ?? '', segmentsOfWhole(type))) {
        const address = ids.get(whole);
        if (address !== undefined) return address;
      }
    }
    return undefined;
  };
  return ({ resource, on, change }, event) => {
    const parent = change.kind === 'create' ? (change.parent ?? on) : on;
    const refs = [...(parent === undefined ? [] : [parent]), ...wholesNamed(resource)];
    for (const ref of refs) {
      const found = index.find(ref);
      if (found.kind !== 'found') continue;
      if (!liesElsewhere(index, found.resource, event)) return found.resource.address;
    }
    return above(resource);
  };
}

/** True if the resource is in another account or region than the event. */
function liesElsewhere(
  index: StateIndex,
  { address, type }: IndexedResource,
  event: Origin | undefined,
): boolean {
  if (event === undefined || event.cloud !== 'aws') return false;
  const { account, region } = index.scope(address) ?? {};
  if (account !== undefined && account !== event.scope) return true;
  return (
    !isWorldwideType(type) &&
    !isNamedWorldwide(type) &&
    region !== undefined &&
    region !== event.region
  );
}

/** Ids of Azure and Google Cloud that are paths, in lower case, mapped to addresses. */
function pathIds(index: StateIndex): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const type of index.types()) {
    if (!hasPathIds(type)) continue;
    for (const { address, attributes } of index.ofType(type)) {
      const id = attributes['id'];
      if (typeof id !== 'string' || !id.includes('/')) continue;
      const key = plainId(id);
      // An association has the id of another resource; the first address with an id is used.
      if (!ids.has(key)) ids.set(key, address);
    }
  }
  return ids;
}

/**
 * Prefixes of the path `/a/b/c/d`, such as `/a/b`, longest first, with at least this many segments.
 */
function idsAbove(id: string, least: number): readonly string[] {
  const parts = plainId(id).split('/');
  const ids: string[] = [];
  for (let length = parts.length - 1; length >= least; length -= 1) {
    ids.push(parts.slice(0, length).join('/'));
  }
  return ids;
}

function plainId(id: string): string {
  return id.replace(/^\/+/, '').toLowerCase();
}
