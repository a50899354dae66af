import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { isAssigned, isDefault } from '../values/defaults.ts';
import { isHidden } from '../values/hidden.ts';
import { isBuiltIn, mergeKeysAt } from '../values/keys.ts';
import { isNothing } from '../values/same.ts';
import { isSystemField } from '../values/system.ts';
import { positionOf } from './strategic-patch.ts';

/**
 * The object after it was written as a whole. A full object also holds what the server filled in:
 * of the fields that were not there before, only those count that cannot be its doing. What custom
 * types fill in nobody knows, so that none of theirs does.
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
  if (isHidden(before) || before === undefined) return after;
  if (isJsonObject(before) && isJsonObject(after)) return keptMap(type, names, before, after);
  if (!isJsonArray(before) || !isJsonArray(after)) return after;
  const keys = mergeKeysAt(type, names);
  return after.map((element, index) => {
    const at = keys === undefined ? index : positionOf(before, element, keys);
    return kept(type, names, at === undefined ? undefined : before[at], element);
  });
}

function keptMap(
  type: string,
  names: readonly string[],
  before: JsonObject,
  after: JsonObject,
): JsonObject {
  const entries = Object.entries(after).filter(([name, value]) => {
    const path = [...names, name];
    if (isSystemField(path)) return false;
    if (Object.hasOwn(before, name)) return true;
    if (isNothing(value) || isDefault(type, path, value, after) || isAssigned(path)) return false;
    const isLabel = names[0] === 'metadata';
    return isBuiltIn(type) || isLabel;
  });
  return Object.fromEntries(
    entries.map(([name, value]) => [name, kept(type, [...names, name], before[name], value)]),
  );
}
