import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from './json.ts';

/**
 * How strictly values are compared. `loose` is Terraform's own way: `"8080"` and `8080` are equal,
 * since the type determines which is meant, and a null attribute counts as absent.
 */
export type JsonComparison = 'exact' | 'loose';

export function sameValue(a: Json, b: Json, comparison: JsonComparison): boolean {
  if (isJsonArray(a)) {
    if (!isJsonArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index] ?? null, comparison));
  }
  if (isJsonObject(a)) return isJsonObject(b) && sameObject(a, b, comparison);
  if (a === b) return true;
  return comparison === 'loose' && isPrimitive(a) && isPrimitive(b) && String(a) === String(b);
}

function isPrimitive(value: Json): boolean {
  return value !== null && typeof value !== 'object';
}

function sameObject(a: JsonObject, b: JsonObject, comparison: JsonComparison): boolean {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const left = ownValue(a, key, comparison);
    const right = ownValue(b, key, comparison);
    if (left === undefined || right === undefined) {
      if (left !== right) return false;
    } else if (!sameValue(left, right, comparison)) return false;
  }
  return true;
}

/** The value of an own key. Null counts as absent in a loose comparison. */
export function ownValue(
  object: JsonObject,
  key: string,
  comparison: JsonComparison,
): Json | undefined {
  const value = own(object, key);
  return value === null && comparison === 'loose' ? undefined : value;
}
