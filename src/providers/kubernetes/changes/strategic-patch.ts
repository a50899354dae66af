import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import { hiddenValue, isHiddenObject } from '../values/hidden.ts';
import { elementName, isNamedMember, type MergeKeys, mergeKeysAt } from '../values/keys.ts';

/**
 * The result of a strategic merge patch of Kubernetes on a value of `type`. It works like a merge
 * patch, but merges lists whose elements have names by these names, and follows directives such as
 * `$patch`.
 */
export function strategicPatched(type: string, value: Json | undefined, patch: Json): Json {
  return patched(type, [], value, patch);
}

function patched(
  type: string,
  names: readonly string[],
  value: Json | undefined,
  patch: Json,
): Json {
  if (isHiddenObject(value)) return value ?? null;
  if (isJsonObject(patch)) return patchedMap(type, names, value, patch);
  if (!isJsonArray(patch)) return patch;
  const keys = mergeKeysAt(type, names);
  return keys === undefined ? patch : patchedList(type, names, value, patch, keys);
}

function patchedMap(
  type: string,
  names: readonly string[],
  value: Json | undefined,
  patch: JsonObject,
): Json {
  const order = patch['$patch'];
  const entries = Object.entries(patch).filter(([name]) => !name.startsWith('$'));
  if (order === 'replace') return Object.fromEntries(entries);
  const old = isJsonObject(value) && order !== 'delete' ? Object.entries(value) : [];
  const result = new Map<string, Json>(old);
  for (const [name, inner] of entries) {
    const made =
      inner === null ? undefined : patched(type, [...names, name], result.get(name), inner);
    if (made === undefined) result.delete(name);
    else result.set(name, made);
  }
  dropFromLists(result, patch);
  retain(result, patch);
  return Object.fromEntries(result);
}

/** Removes elements as in `$deleteFromPrimitiveList/finalizers: [a]`. */
function dropFromLists(result: Map<string, Json>, patch: JsonObject): void {
  for (const [name, gone] of Object.entries(patch)) {
    const [, field] = /^\$deleteFromPrimitiveList\/(.+)$/.exec(name) ?? [];
    const list = field === undefined ? undefined : result.get(field);
    if (field === undefined || !isJsonArray(list) || !isJsonArray(gone)) continue;
    result.set(
      field,
      list.filter((one) => !gone.some((other) => sameValue(one, other, 'exact'))),
    );
  }
}

/** Removes all members except those in `$retainKeys: [type, rollingUpdate]`. */
function retain(result: Map<string, Json>, patch: JsonObject): void {
  const kept = patch['$retainKeys'];
  if (!isJsonArray(kept)) return;
  for (const name of [...result.keys()]) if (!kept.includes(name)) result.delete(name);
}

function patchedList(
  type: string,
  names: readonly string[],
  value: Json | undefined,
  patch: readonly Json[],
  keys: MergeKeys,
): Json {
  const isReplaced = patch.some((one) => isJsonObject(one) && one['$patch'] === 'replace');
  const orders = patch.filter((one) => !(isJsonObject(one) && isBare(one)));
  if (orders.some((one) => isNameless(one, keys))) return hiddenValue;
  let list = isJsonArray(value) && !isReplaced ? [...value] : [];
  for (const element of orders) {
    const at = memberPosition(list, element, keys);
    if (isJsonObject(element) && element['$patch'] === 'delete') {
      list = list.filter((_one, index) => index !== at);
    } else if (at === undefined) list.push(patched(type, names, undefined, element));
    else list[at] = patched(type, names, list[at], element);
  }
  return list;
}

/** True for an element that is only `{ $patch: replace }`, which replaces the entire list. */
function isBare(element: JsonObject): boolean {
  return Object.keys(element).length === 1 && element['$patch'] === 'replace';
}

/**
 * True for an element without its name, which the log must have left out, since no server accepts
 * it.
 */
export function isNameless(element: Json, keys: MergeKeys): boolean {
  return isJsonObject(element) && elementName(element, keys.slice(0, 1)) === undefined;
}

/** The index of the element that an element of a patch matches, by its name or by further keys. */
export function memberPosition(
  list: readonly Json[],
  element: Json,
  keys: MergeKeys,
): number | undefined {
  for (let count = 1; count <= keys.length; count += 1) {
    const name = elementName(element, keys.slice(0, count));
    if (name === undefined) return undefined;
    const found = [...list.keys()].filter((index) => isNamedMember(list[index] ?? null, name));
    if (found.length <= 1) return found[0];
  }
  return undefined;
}
