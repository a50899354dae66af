import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { hiddenValue, isHiddenObject } from '../values/hidden.ts';
import { listElements, mergeKeysAt } from '../values/keys.ts';
import { isNameless, memberPosition } from './strategic-patch.ts';

/**
 * The result of a server-side apply to an object of `type`. It sets what the manager applies, and
 * removes what the same manager applied before (`previous`) and now leaves out.
 */
export function applyPatched(
  type: string,
  value: Json | undefined,
  body: Json,
  previous: Json | undefined,
): Json {
  return merged(type, [], value, body, previous) ?? {};
}

function merged(
  type: string,
  names: readonly string[],
  value: Json | undefined,
  body: Json | undefined,
  previous: Json | undefined,
): Json | undefined {
  if (isHiddenObject(value)) return value;
  if (isJsonObject(body ?? previous) && (value === undefined || isJsonObject(value))) {
    return mergedMap(type, names, value, asMap(body), asMap(previous));
  }
  const keys = mergeKeysAt(type, names);
  if (keys !== undefined && isJsonArray(body ?? previous)) {
    if (listElements(body).some((element) => isNameless(element, keys))) return hiddenValue;
    const list = isJsonArray(value) ? [...value] : [];
    const gone: number[] = [];
    for (const element of listElements(previous)) {
      const at = memberPosition(list, element, keys);
      if (at === undefined || memberPosition(listElements(body), element, keys) !== undefined)
        continue;
      const rest = merged(type, names, list[at], undefined, element);
      if (rest === undefined || isOnlyNamed(rest, keys)) gone.push(at);
      else list[at] = rest;
    }
    for (const element of listElements(body)) {
      const at = memberPosition(list, element, keys);
      const before = memberPosition(listElements(previous), element, keys);
      const old = before === undefined ? undefined : listElements(previous)[before];
      if (at === undefined) list.push(element);
      else list[at] = merged(type, names, list[at], element, old) ?? element;
    }
    return list.filter((_one, index) => !gone.includes(index));
  }
  return body;
}

function mergedMap(
  type: string,
  names: readonly string[],
  value: JsonObject | undefined,
  body: JsonObject,
  previous: JsonObject,
): Json | undefined {
  const result = new Map<string, Json>(Object.entries(value ?? {}));
  for (const name of new Set([...Object.keys(previous), ...Object.keys(body)])) {
    const wanted = own(body, name) ?? undefined;
    const had = own(previous, name);
    const made = merged(type, [...names, name], result.get(name), wanted, had);
    if (made === undefined) result.delete(name);
    else result.set(name, made);
  }
  if (result.size === 0 && Object.keys(body).length === 0 && Object.keys(previous).length > 0) {
    return undefined;
  }
  return Object.fromEntries(result);
}

function isOnlyNamed(element: Json, keys: readonly string[]): boolean {
  return isJsonObject(element) && Object.keys(element).every((name) => keys.includes(name));
}

function asMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
