import { locateObject } from '../../../code/manifests/sources/estate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import type { Impact } from '../../../model/patch.ts';
import { type AttributePath, startsWith } from '../../../model/path.ts';
import { objectValueAt } from '../../../providers/kubernetes/values/at.ts';
import { objectDifferences } from '../../../providers/kubernetes/values/difference.ts';
import { keyNamesOf } from '../../../providers/kubernetes/values/keys.ts';
import { isNoValue } from '../../../providers/kubernetes/values/same.ts';
import type { Goal } from '../types.ts';
import { locateNow } from './naming.ts';
import type { EditableManifests } from './types.ts';

/** True when the manifests declare what a goal asks for. */
export function isReachedObject(code: EditableManifests, goal: Goal): boolean {
  if (goal.kind === 'create') return locateNow(code, goal.address) !== undefined;
  if (locateObject(code.start, goal.address) === undefined) return false;
  const object = locateNow(code, goal.address)?.object;
  if (goal.kind === 'delete') return object === undefined;
  if (object === undefined) return false;
  switch (goal.kind) {
    case 'value': {
      const found = objectValueAt(object.value, goal.path);
      return meansSameAt(goal.type, goal.path, found, goal.value ?? undefined);
    }
    case 'ignore':
      return objectValueAt(object.value, goal.path) === undefined;
    case 'element':
    case 'unignore':
      return false;
  }
}

/** True when a goal asks for a change. */
export function asksFor(goal: Goal, { address, path }: Impact): boolean {
  if (goal.address !== address) return false;
  switch (goal.kind) {
    case 'create':
    case 'delete':
      return path.length === 0;
    case 'value':
    case 'ignore':
      return path.length > 0 && (startsWith(path, goal.path) || startsWith(goal.path, path));
    case 'element':
    case 'unignore':
      return false;
  }
}

/** True for goals whose value several layers may set, each of which then has to stop doing so. */
export function isLayered(goal: Goal): boolean {
  return goal.kind === 'ignore' || (goal.kind === 'value' && goal.value === null);
}

/** True when two values at a path mean the same. */
export function meansSameAt(
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
