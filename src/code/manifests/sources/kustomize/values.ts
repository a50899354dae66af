import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../../model/json.ts';
import { kindTypeOf } from '../../../../providers/kubernetes/names.ts';
import type { Item } from './types.ts';

export function listAt(value: Json | undefined, name: string): readonly Json[] {
  const list = jsonAt(value, name);
  return isJsonArray(list) ? list : [];
}

export function kustomizeTextAt(value: Json | undefined, name: string): string | undefined {
  const text = jsonAt(value, name);
  if (typeof text === 'number' || typeof text === 'boolean') return String(text);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function mapAt(value: Json | undefined, name: string): JsonObject {
  const map = jsonAt(value, name);
  return isJsonObject(map) ? map : {};
}

export function kustomizeName({ names }: Pick<Item, 'names'>): string {
  return names.at(-1) ?? '';
}

export function objectNamespace({ value }: Pick<Item, 'value'>): string | undefined {
  return kustomizeTextAt(jsonAt(value, 'metadata'), 'namespace');
}

export function itemType({ group, kind }: Pick<Item, 'group' | 'kind'>): string {
  return kindTypeOf({ group, kind });
}

/**
 * The value with `change` applied to the member at the path of keys; all keys but the last one must
 * exist.
 */
export function withAt(
  value: JsonObject,
  keys: readonly string[],
  change: (old: Json | undefined) => Json | undefined,
): JsonObject {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const old = own(value, key);
  if (rest.length > 0) {
    return isJsonObject(old) ? { ...value, [key]: withAt(old, rest, change) } : value;
  }
  const made = change(old);
  if (made === old) return value;
  if (made !== undefined) return { ...value, [key]: made };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
