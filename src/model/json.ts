/** JSON from audit records, state files and the provider. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys come from outside, so read them with own-property checks. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object, false for null, arrays and scalars. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array; `Array.isArray` alone loses the element type of a readonly array. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at `keys`, following own properties only, or undefined if the path ends early. */
export function jsonAt(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let at = value;
  for (const key of keys) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** True for equal values in any order of keys. A member that is undefined counts as absent. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonArray(a) || isJsonArray(b)) {
    if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const isIn = (one: JsonObject, other: JsonObject): boolean =>
    Object.keys(one).every((key) => sameJson(one[key], own(other, key)));
  return isIn(a, b) && Object.keys(b).every((key) => b[key] === undefined || Object.hasOwn(a, key));
}

/** The own member of an object, which may be called `__proto__`, or undefined if it has none. */
export function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** JSON text with object keys sorted at every depth, so that equal values have equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  for (const key of sortedKeys(Object.keys(value))) {
    const member = canonicalJson(value[key] ?? null);
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${member}`;
  }
  return `{${text}}`;
}

/**
 * Sorts keys by code unit, in place. Most objects have few keys that are already in order, so that
 * is checked first.
 */
export function sortedKeys(keys: string[]): readonly string[] {
  const isInOrder = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
  return isInOrder ? keys : keys.sort();
}
