import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { isAssigned, isDefault } from '../values/defaults.ts';
import { isHiddenObject } from '../values/hidden.ts';
import { isBuiltIn, mergeKeysAt } from '../values/keys.ts';
import { isNoValue } from '../values/same.ts';
import { isSystemField } from '../values/system.ts';
import { memberPosition } from './strategic-patch.ts';

/**
 * The object after it was replaced. A full object also contains what the server filled in, so new
 * fields count only if the server cannot have added them. For custom types it is unknown what is
 * filled in, so none of their new fields count.
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

/** A new value, without what the server fills in. */
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
    const old = own(before, name);
    if (old === undefined && isFilledIn(type, path, value, after)) return [];
    const made = kept(type, path, old, value);
    // A map that was empty may have a meaning; one that became empty here does not.
    const isLeft = old !== undefined || !isNoValue(made) || isNoValue(value);
    return isLeft ? [[name, made] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** True for a field that the server may have filled in. */
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

/** Fields that have a meaning even when empty. */
const meaningful: ReadonlySet<string> = new Set(['emptyDir', 'podSelector', 'namespaceSelector']);
