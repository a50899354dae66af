import type { Json, JsonObject } from '../../../model/json.ts';
import { isJsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { startsWith } from '../../../model/path.ts';
import { kindTypeOf, objectAddress } from '../../../providers/kubernetes/names.ts';
import { objectValueAt } from '../../../providers/kubernetes/values/at.ts';
import { objectDifferences } from '../../../providers/kubernetes/values/difference.ts';
import { keyNamesOf } from '../../../providers/kubernetes/values/keys.ts';
import { isNoValue } from '../../../providers/kubernetes/values/same.ts';
import { isAt, locateObject, type Manifests, type RenderedUnit } from '../sources/estate.ts';
import type { RenderedObject, Unit } from '../sources/types.ts';
import type { ManifestGoal } from './types.ts';

/** One field of one object that an edit changes, in one overlay or release. */
export interface ManifestImpact {
  readonly unit: Unit;
  readonly object: RenderedObject;
  readonly path: AttributePath;
}

/** Every field, in every overlay and release, that differs between two evaluations. */
export function radiusOf(before: Manifests, after: Manifests): readonly ManifestImpact[] {
  return before.units.flatMap((unit, index) => {
    const other = after.units[index];
    return other === undefined || other === unit ? [] : unitChanges(unit, other);
  });
}

function unitChanges(before: RenderedUnit, after: RenderedUnit): readonly ManifestImpact[] {
  const { unit } = before;
  const old = new Map(before.objects.map((object) => [object.key, object]));
  const changes: ManifestImpact[] = [];
  for (const object of after.objects) {
    const was = old.get(object.key);
    old.delete(object.key);
    if (was === undefined) changes.push({ unit, object, path: [] });
    else if (was.lasting !== object.lasting) {
      const found = objectDifferences(kindTypeOf(object.id), was.lasting, object.lasting);
      changes.push(...found.map(({ path }) => ({ unit, object: was, path })));
    }
  }
  return [...changes, ...[...old.values()].map((object) => ({ unit, object, path: [] }))];
}

/** True when a goal asks for a change. */
export function isWanted(
  { unit, object, path }: ManifestImpact,
  goals: readonly ManifestGoal[],
): boolean {
  if (!unit.isConfigured) return false;
  return goals.some((goal) => {
    if (!isAt(goal.address, object.id, unit.source.cluster)) return false;
    if (goal.kind === 'create' || goal.kind === 'delete') return path.length === 0;
    return path.length > 0 && (startsWith(path, goal.path) || startsWith(goal.path, path));
  });
}

/** True when the manifests say what a goal asks for. `start` knows the object by its old name. */
export function isReachedObject(goal: ManifestGoal, start: Manifests, now: Manifests): boolean {
  if (goal.kind === 'create') return locateObject(now, goal.address) !== undefined;
  const located = locateObject(start, goal.address);
  if (located === undefined) return false;
  const object = sameObject(start, now, located.unit, located.object.key);
  if (goal.kind === 'delete') return object === undefined;
  if (object === undefined) return false;
  const found = objectValueAt(object.value, goal.path);
  if (goal.kind === 'release') return found === undefined;
  return isSameObject(goal.type, goal.path, found, goal.value);
}

function sameObject(
  start: Manifests,
  now: Manifests,
  unit: RenderedUnit,
  key: string,
): RenderedObject | undefined {
  const index = start.units.indexOf(unit);
  return now.units[index]?.objects.find((one) => one.key === key);
}

/** True when two values at a path mean the same. */
export function isSameObject(
  type: string,
  path: AttributePath,
  a: Json | undefined,
  b: Json | undefined,
): boolean {
  if (isNoValue(a) && isNoValue(b)) return true;
  const names = keyNamesOf(path);
  return objectDifferences(type, wrapped(names, a), wrapped(names, b)).length === 0;
}

function wrapped(names: readonly string[], value: Json | undefined): JsonObject {
  if (value === undefined) return {};
  const made = names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
  return isJsonObject(made) ? made : {};
}

/** The address of a changed object, with the overlay where it is not one of the run. */
export function changedAddress({ unit, object }: ManifestImpact): string {
  const address = objectAddress(object.id, unit.source.cluster);
  if (unit.isConfigured) return address;
  const { path, values = [] } = unit.source;
  return `${[path, ...values].join(' with ')}: ${address}`;
}
