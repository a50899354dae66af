import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { isAssigned, isDefault } from '../values/defaults.ts';
import { isSystemField } from '../values/system.ts';

/** The object as a person would write it, without what the server fills in. */
export function leanObject(type: string, object: JsonObject): JsonObject {
  const result = lean(type, [], object, undefined);
  return isJsonObject(result) ? result : {};
}

function lean(
  type: string,
  names: readonly string[],
  value: Json,
  parent: Json | undefined,
): Json | undefined {
  if (names.length > 0) {
    if (value === null || isSystemField(names) || isAssigned(names)) return undefined;
    if (isDefault(type, names, value, parent)) return undefined;
  }
  if (isJsonArray(value)) return value.map((one) => leanElement(type, names, one));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const kept = lean(type, [...names, name], inner, value);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  // A map that becomes empty here had only defaults; one that was empty may have a meaning.
  return entries.length === 0 && Object.keys(value).length > 0
    ? undefined
    : Object.fromEntries(entries);
}

function leanElement(type: string, names: readonly string[], element: Json): Json {
  if (!isJsonObject(element)) return element;
  const entries = Object.entries(element).flatMap(([name, inner]) => {
    const kept = lean(type, [...names, name], inner, element);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}
