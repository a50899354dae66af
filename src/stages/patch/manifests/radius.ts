import type { Manifests, RenderedUnit } from '../../../code/manifests/sources/estate.ts';
import type { RenderedObject } from '../../../code/manifests/sources/types.ts';
import type { Impact } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import { kindTypeOf } from '../../../providers/kubernetes/names.ts';
import { objectDifferences } from '../../../providers/kubernetes/values/difference.ts';
import { addressOf } from './naming.ts';
import type { EditableManifests } from './types.ts';

/** Every field in any overlay or release that differs between two evaluations. */
export function manifestRadius(
  before: EditableManifests,
  after: EditableManifests,
): readonly Impact[] {
  return before.manifests.units.flatMap((unit, index) => {
    const other = after.manifests.units[index];
    if (other === undefined || other === unit) return [];
    return unitChanges(unit, other).map(({ object, path }) => ({
      address: addressOf(before, index, unit, object),
      path,
    }));
  });
}

interface FieldOfObject {
  readonly object: RenderedObject;
  readonly path: AttributePath;
}

function unitChanges(before: RenderedUnit, after: RenderedUnit): readonly FieldOfObject[] {
  const old = new Map(before.objects.map((object) => [object.key, object]));
  const changes: FieldOfObject[] = [];
  for (const object of after.objects) {
    const was = old.get(object.key);
    old.delete(object.key);
    if (was === undefined) changes.push({ object, path: [] });
    else if (was.lasting !== object.lasting) {
      const found = objectDifferences(kindTypeOf(object.id), was.lasting, object.lasting);
      changes.push(...found.map(({ path }) => ({ object: was, path })));
    }
  }
  return [...changes, ...[...old.values()].map((object) => ({ object, path: [] }))];
}

/** The largest number of overlays, charts and folders that read one of these files. */
export function readersOf({ units }: Manifests, files: Iterable<string>): number {
  const counts = [...files].map((file) => units.filter(({ reads }) => reads.has(file)).length);
  return Math.max(0, ...counts);
}
