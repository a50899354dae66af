import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';

/**
 * A member by its API name. Services of the cloud write `displayName` and `display_name`, and
 * Compute Engine logs `allowed` as `alloweds`, so an exact match wins, then one that differs only
 * in these ways. JSON null counts as absent.
 */
export function namedMember(value: Json | undefined, name: string): Json | undefined {
  if (isJsonArray(value))
    return /^\d+$/.test(name) ? (value[Number(name)] ?? undefined) : undefined;
  if (!isJsonObject(value)) return undefined;
  const key = Object.hasOwn(value, name) ? name : similar(value, name);
  return key === undefined ? undefined : (value[key] ?? undefined);
}

/**
 * The value at a dotted path of API names, or the value itself for an empty path. An `@` stands for
 * a dot within a name.
 */
export function memberValueAt(value: Json | undefined, path: string): Json | undefined {
  if (path === '') return value;
  let found = value;
  for (const name of path.split('.')) {
    found = namedMember(found, name.startsWith('@') ? name : name.replaceAll('@', '.'));
    if (found === undefined) return undefined;
  }
  return found;
}

export function textIn(value: Json | undefined, path: string): string | undefined {
  const found = memberValueAt(value, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A name without the differences in spelling between services. */
export function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function similar(value: JsonObject, name: string): string | undefined {
  const plain = plainName(name);
  const keys = Object.keys(value);
  return (
    keys.find((key) => plainName(key) === plain) ??
    keys.find((key) => plainName(key) === `${plain}s`)
  );
}

/** The API's spelling of `source_ranges`: `sourceRanges`. */
export function apiName(attribute: string): string {
  return attribute.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
