/** JSON as it comes out of audit records, state files and the provider. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; keys come from outside, so read them with own-property checks. */
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

/** The value at `keys`, walking own properties only; undefined where the path ends early. */
export function jsonAt(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let at = value;
  for (const key of keys) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** JSON text with object keys sorted at every depth: equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}
