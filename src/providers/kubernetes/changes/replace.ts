import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { isAssigned, isDefault } from '../values/defaults.ts';
import { isHiddenObject } from '../values/hidden.ts';
import { isBuiltIn, mergeKeysAt } from '../values/keys.ts';
import { isNoValue } from '../values/same.ts';
import { isSystemField } from '../values/system.ts';
import { memberPosition } from './strategic-patch.ts';

/**
 * The object after it was written as a whole. A full object also holds what the server filled in:
 * of the fields that were not there before, only those count that cannot be its doing. What is
 * filled in for custom types is unknown, so that none of theirs does.
 */
export function replaced(
  type: string,
  before: JsonObject | undefined,
  body: JsonObject,
): JsonObject {
  if (before === undefined) return body;
  return keptMap(type, [], before, body);
}

function kept(type: string, names: readonly string[], before: Json | undefined, after: Json): Json {
  if (isHiddenObject(before)) return after;
  if (before === undefined) return isBuiltIn(type) ? added(type, names, after) : after;
  if (isJsonObject(before) && isJsonObject(after)) return keptMap(type, names, before, after);
  if (!isJsonArray(before) || !isJsonArray(after)) return after;
  const keys = mergeKeysAt(type, names);
  return after.map((element, index) => {
    const at = keys === undefined ? index : memberPosition(before, element, keys);
    return kept(type, names, at === undefined ? undefined : before[at], element);
  });
}

/** What was not there before, without what the server fills in. */
function added(type: string, names: readonly string[], value: Json): Json {
  if (isJsonArray(value)) return value.map((element) => added(type, names, element));
  return isJsonObject(value) ? keptMap(type, names, {}, value) : value;
}

function keptMap(
  type: string,
  names: readonly string[],
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const entries = Object.entries(after).flatMap(([name, value]) => {
    const path = [...names, name];
    if (isSystemField(path)) return [];
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old === undefined && isFilledIn(type, path, value, after)) return [];
    const made = kept(type, path, old, value);
    // An empty map may mean something, one of which nothing is left does not.
    const isLeft = old !== undefined || !isNoValue(made) || isNoValue(value);
    return isLeft ? [[name, made] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** True for a field that may well be the server's doing. */
function isFilledIn(
  type: string,
  path: readonly string[],
  value: Json,
  parent: JsonObject,
): boolean {
  if (value === null || isDefault(type, path, value, parent) || isAssigned(path)) return true;
  if (isNoValue(value) && !meaningful.has(path.at(-1) ?? '')) return true;
  return !isBuiltIn(type) && path[0] !== 'metadata';
}

/** Fields that say something by being there. */
const meaningful: ReadonlySet<string> = new Set(['emptyDir', 'podSelector', 'namespaceSelector']);
