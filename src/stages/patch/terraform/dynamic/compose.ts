import { canonicalJson, isJsonObject, type Json } from '../../../../model/json.ts';
import type { DynamicAssignment } from './assignment.ts';

/** An entry of a collection, from which a dynamic block generates one block. */
export interface DynamicEntry {
  /** Undefined if the generated blocks do not determine it. */
  readonly key: string | undefined;
  readonly value: Json;
}

/** Combines the assignments into one entry; undefined if two of them contradict each other. */
export function composeEntry(
  all: readonly (readonly DynamicAssignment[])[],
): DynamicEntry | undefined {
  let key: string | undefined;
  let value: Json | undefined;
  for (const each of all.flat()) {
    if (each.of === 'key') {
      if (each.path.length > 0 || (key !== undefined && key !== each.value)) return undefined;
      if (typeof each.value !== 'string' && typeof each.value !== 'number') return undefined;
      key = String(each.value);
      continue;
    }
    const next = assign(value, each.path, each.value);
    if (next === undefined) return undefined;
    value = next;
  }
  return value === undefined && key === undefined ? undefined : { key, value: value ?? {} };
}

function assign(base: Json | undefined, path: readonly string[], value: Json): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (base === undefined || canonicalJson(base) === canonicalJson(value)) return value;
    // A number that also appears in a text stays a number.
    if (typeof base === 'object' || typeof value === 'object') return undefined;
    return String(base) === String(value) ? (typeof base === 'string' ? value : base) : undefined;
  }
  if (base !== undefined && !isJsonObject(base)) return undefined;
  const entries = new Map(Object.entries(base ?? {}));
  const inner = assign(entries.get(name), rest, value);
  if (inner === undefined) return undefined;
  return Object.fromEntries(entries.set(name, inner));
}
