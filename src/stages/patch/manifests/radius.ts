import type { Manifests, RenderedUnit } from '../../../code/manifests/sources/estate.ts';
import type { RenderedObject } from '../../../code/manifests/sources/types.ts';
import type { Impact } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import { kindTypeOf } from '../../../providers/kubernetes/names.ts';
import { objectDifferences } from '../../../providers/kubernetes/values/difference.ts';
import type { EnoughImpacts } from '../code-base.ts';
import { readObjectAddress } from './naming.ts';
import type { EditableManifests } from './types.ts';

/**
 * Every field in any overlay or release that differs between two evaluations. Stops when `enough`
 * returns true.
 */
export function manifestRadius(
  before: EditableManifests,
  after: EditableManifests,
  enough: EnoughImpacts = () => false,
): readonly Impact[] {
  const impacts: Impact[] = [];
  for (const [index, unit] of before.manifests.units.entries()) {
    const other = after.manifests.units[index];
    if (other === undefined || other === unit) continue;
    for (const { object, paths } of objectChanges(unit, other)) {
      const address = readObjectAddress(before, index, unit, object);
      const found = paths.map((path) => ({ address, path }));
      impacts.push(...found);
      if (enough(found)) return impacts;
    }
  }
  return impacts;
}

interface ObjectChange {
  readonly object: RenderedObject;
  /** An empty path if the object was added or removed. */
  readonly paths: readonly AttributePath[];
}

function* objectChanges(before: RenderedUnit, after: RenderedUnit): Generator<ObjectChange> {
  const old = new Map(before.objects.map((object) => [object.key, object]));
  for (const object of after.objects) {
    const was = old.get(object.key);
    old.delete(object.key);
    if (was === undefined) yield { object, paths: [[]] };
    else if (was.lasting !== object.lasting) {
      const found = objectDifferences(kindTypeOf(object.id), was.lasting, object.lasting);
      yield { object: was, paths: found.map(({ path }) => path) };
    }
  }
  for (const object of old.values()) yield { object, paths: [[]] };
}

/** The largest number of overlays, charts and folders that read one of these files. */
export function readerCount({ units }: Manifests, files: Iterable<string>): number {
  const counts = [...files].map((file) => units.filter(({ reads }) => reads.has(file)).length);
  return Math.max(0, ...counts);
}
