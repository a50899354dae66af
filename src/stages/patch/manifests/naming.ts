import {
  isAt,
  type LocatedObject,
  locateObject,
  type Manifests,
  type RenderedUnit,
} from '../../../code/manifests/sources/estate.ts';
import type { RenderedObject } from '../../../code/manifests/sources/types.ts';
import { objectAddress } from '../../../providers/kubernetes/names.ts';
import type { EditableManifests } from './types.ts';

/** The manifests before any edit, with the addresses that goals may name. */
export function startManifests(manifests: Manifests, asked: readonly string[]): EditableManifests {
  const named = asked.flatMap((address) => {
    const located = locateObject(manifests, address);
    if (located === undefined) return [];
    const unit = manifests.units.indexOf(located.unit);
    return [[objectKey(unit, located.object), address] as const];
  });
  return {
    tree: manifests.files,
    manifests,
    start: manifests,
    asked,
    names: new Map(named),
  };
}

/** A key that is the same for an object before and after an edit, even if its name changed. */
function objectKey(unit: number, { key }: RenderedObject): string {
  return `${unit} ${key}`;
}

/** The object at an address, even if an edit has renamed it. */
export function locateNow(
  { start, manifests }: EditableManifests,
  address: string,
): LocatedObject | undefined {
  const before = locateObject(start, address);
  if (before === undefined) return locateObject(manifests, address);
  const unit = manifests.units[start.units.indexOf(before.unit)];
  const object = unit?.objects.find(({ key }) => key === before.object.key);
  return unit === undefined || object === undefined ? undefined : { unit, object };
}

/**
 * The address of an object: as in the goals, or otherwise by its own names. Units that are not part
 * of the run are named first, by overlay or release.
 */
export function readObjectAddress(
  { asked, names }: EditableManifests,
  index: number,
  { unit }: RenderedUnit,
  object: RenderedObject,
): string {
  const { path, values = [], cluster } = unit.source;
  const own = objectAddress(object.id, cluster);
  if (!unit.isConfigured) return `${[path, ...values].join(' with ')}: ${own}`;
  const known = names.get(objectKey(index, object));
  return known ?? asked.find((address) => isAt(address, object.id, cluster)) ?? own;
}
