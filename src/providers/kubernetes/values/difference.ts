import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { isDefault } from './defaults.ts';
import { isHiddenObject } from './hidden.ts';
import {
  elementNames,
  isNamedMember,
  keyNamesOf,
  listElements,
  type MergeKeys,
  mergeKeysAt,
} from './keys.ts';
import { isNoValue, sameLeaf } from './same.ts';
import { isSystemField } from './system.ts';

/**
 * One field in which two versions of an object differ. A side is undefined if it is absent there.
 */
export interface ObjectDifference {
  readonly path: AttributePath;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * The fields in which two versions of an object of `type` differ in meaning, by path. Fields of the
 * server are ignored. Elements with names are compared by name.
 */
export function objectDifferences(
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly ObjectDifference[] {
  const found: ObjectDifference[] = [];
  compare({ type, found }, [], before, after, undefined);
  return found;
}

interface Search {
  readonly type: string;
  readonly found: ObjectDifference[];
}

function compare(
  search: Search,
  path: AttributePath,
  before: Json | undefined,
  after: Json | undefined,
  parents: readonly [Json | undefined, Json | undefined] | undefined,
): void {
  if (before === after) return;
  const names = keyNamesOf(path);
  const last = path.at(-1);
  if (typeof last === 'string' && isSystemField(names)) return;
  if (isHiddenObject(before) || isHiddenObject(after)) {
    search.found.push({ path, before, after });
    return;
  }
  if (isNoValue(before) && isNoValue(after)) return;
  const isField = typeof last === 'string';
  if (isField && before === undefined && after !== undefined) {
    if (isDefault(search.type, names, after, parents?.[1])) return;
    if (isJsonObject(after)) {
      compareMaps(search, path, {}, after);
      return;
    }
  }
  if (isField && after === undefined && before !== undefined) {
    if (isDefault(search.type, names, before, parents?.[0])) return;
    if (isJsonObject(before) && isAllDefault(search.type, names, before)) return;
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    compareMaps(search, path, before, after);
  } else if (isListPair(search.type, names, before, after)) {
    compareLists(search, path, listElements(before), listElements(after));
  } else if (!isSameLeaf(search.type, names, before, after)) {
    search.found.push({ path, before, after });
  }
}

/** An absent list whose elements have names counts as empty. */
function isListPair(
  type: string,
  names: readonly string[],
  before: Json | undefined,
  after: Json | undefined,
): boolean {
  if (isJsonArray(before) && isJsonArray(after)) return true;
  const isOpen = before === undefined || after === undefined;
  return isOpen && isJsonArray(before ?? after) && mergeKeysAt(type, names) !== undefined;
}

function isSameLeaf(
  type: string,
  names: readonly string[],
  before: Json | undefined,
  after: Json | undefined,
): boolean {
  return before !== undefined && after !== undefined && sameLeaf(type, names, before, after);
}

function isAllDefault(type: string, names: readonly string[], map: JsonObject): boolean {
  return Object.entries(map).every(([name, value]) => {
    const path = [...names, name];
    if (isNoValue(value) || isSystemField(path) || isDefault(type, path, value, map)) return true;
    return isJsonObject(value) && isAllDefault(type, path, value);
  });
}

function compareMaps(
  search: Search,
  path: AttributePath,
  before: JsonObject,
  after: JsonObject,
): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  for (const name of names) {
    const old = own(before, name) ?? undefined;
    const now = own(after, name) ?? undefined;
    compare(search, [...path, name], old, now, [before, after]);
  }
}

function compareLists(
  search: Search,
  path: AttributePath,
  before: readonly Json[],
  after: readonly Json[],
): void {
  const names = keyNamesOf(path);
  if (sameLeaf(search.type, names, before, after)) return;
  const keys = mergeKeysAt(search.type, names);
  const both = keys === undefined ? undefined : pairsFor(before, after, keys);
  if (both !== undefined) {
    for (const { element, old, now } of both) {
      compare(search, [...path, { element }], old, now, undefined);
    }
    return;
  }
  if (before.length !== after.length || !before.every(isJsonObject) || !after.every(isJsonObject)) {
    search.found.push({ path, before, after });
    return;
  }
  for (const [index, old] of before.entries()) {
    compare(search, [...path, index], old, after[index], undefined);
  }
}

/** A port with a new number is the same port if it has the same name or is the only one. */
function pairsFor(
  before: readonly Json[],
  after: readonly Json[],
  keys: MergeKeys,
): readonly Pair[] | undefined {
  if (!/^(?:containerP|p)ort$/.test(keys[0] ?? '')) return pairsOf(before, after, keys);
  const named = pairsOf(before, after, ['name']);
  if (named !== undefined) return named;
  return before.length === 1 && after.length === 1 ? undefined : pairsOf(before, after, keys);
}

interface Pair {
  readonly element: JsonObject;
  readonly old: Json | undefined;
  readonly now: Json | undefined;
}

function pairsOf(
  before: readonly Json[],
  after: readonly Json[],
  keys: readonly string[],
): readonly Pair[] | undefined {
  for (let count = 1; count <= keys.length; count += 1) {
    const used = keys.slice(0, count);
    const [old, now] = [elementNames(before, used), elementNames(after, used)];
    if (old === undefined || now === undefined) continue;
    const seen = new Map([...old, ...now].map((name) => [JSON.stringify(name), name]));
    return [...seen.values()].map((element) => ({
      element,
      old: before.find((one) => isNamedMember(one, element)),
      now: after.find((one) => isNamedMember(one, element)),
    }));
  }
  return undefined;
}
