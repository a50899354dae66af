import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../model/json.ts';
import { isBlank } from '../catalog/replace.ts';

/** Blocks that matter even when empty: an interface with one has a public address. */
const meaningful: ReadonlySet<string> = new Set(['access_config']);

/** Attributes without empty or default values, at any depth. Defaults are by dotted path. */
export function nonDefaultAttributes(
  attributes: JsonObject,
  defaults: JsonObject,
  base = '',
): JsonObject {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, Json][] => {
    const path = base === '' ? name : `${base}.${name}`;
    const left = nonDefaultValue(value, defaults, path);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(entries);
}

function nonDefaultValue(value: Json, defaults: JsonObject, path: string): Json | undefined {
  const defaultValue = own(defaults, path);
  if (value === null || value === '' || value === defaultValue) return undefined;
  if (isJsonArray(value)) {
    if (value.length === 0) return undefined;
    const items = value.map((item) =>
      isJsonObject(item) ? nonDefaultAttributes(item, defaults, path) : item,
    );
    const isMeaningful = meaningful.has(path.slice(path.lastIndexOf('.') + 1));
    const isGone =
      items.length === 1 && isJsonObject(items[0]) && isBlank(items[0]) && !isMeaningful;
    return isGone ? undefined : items;
  }
  return isJsonObject(value) && isBlank(value) ? undefined : value;
}
