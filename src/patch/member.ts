import { atomsOf } from '../catalog/elements.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../model/json.ts';
import type { AttributePath } from '../model/path.ts';

/**
 * Identity of a member of a set or repeated block: blank attributes do not count, and `22` and
 * `"22"` are the same, since Terraform converts them.
 */
export function memberKey(member: Json): string {
  return canonicalJson(plain(member));
}

function plain(value: Json): Json {
  if (isJsonArray(value)) return value.map(plain);
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => !isBlank(inner))
        .map(([name, inner]) => [name, plain(inner)]),
    );
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function isBlank(value: Json): boolean {
  if (value === null || value === '' || value === false) return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The members of a collection, taken apart into atoms where the type says so, by identity. */
export function membersOf(
  type: string,
  path: AttributePath,
  value: Json,
): ReadonlyMap<string, Json> {
  const block = path.at(-1);
  const items = isJsonArray(value) ? value : value === null ? [] : [value];
  const atoms =
    typeof block === 'string' ? items.flatMap((item) => atomsOf(type, block, item)) : items;
  return new Map(atoms.map((atom) => [memberKey(atom), atom]));
}
