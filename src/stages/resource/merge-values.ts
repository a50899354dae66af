import { isJsonArray, isJsonObject, type Json, own, sameJson } from '../../model/json.ts';

/** A value that was changed on two sides. */
export interface ValueSides {
  /** The value before both changes. */
  readonly old: Json | undefined;
  readonly wanted: Json | undefined;
  /** The current value. */
  readonly found: Json | undefined;
}

export interface MergeTerms {
  /** The wanted value wins if both sides changed the same place. */
  readonly isForced: boolean;
  readonly conflict: (path: readonly string[]) => void;
}

/**
 * The current value with the changes from `old` to `wanted` applied: objects member by member,
 * lists of unchanged length item by item. A place that both sides changed is reported as a conflict
 * and kept.
 */
export function mergeValues(
  { old, wanted, found }: ValueSides,
  terms: MergeTerms,
  path: readonly string[] = [],
): Json | undefined {
  if (sameJson(old, wanted) || sameJson(found, wanted)) return found;
  if (sameJson(old, found)) return wanted;
  if (isJsonObject(wanted) && isJsonObject(found)) {
    const before = isJsonObject(old) ? old : {};
    const keys = new Set([...Object.keys(found), ...Object.keys(wanted)]);
    return Object.fromEntries(
      [...keys].flatMap((key): [string, Json][] => {
        const sides = { old: own(before, key), wanted: own(wanted, key), found: own(found, key) };
        const merged = mergeValues(sides, terms, [...path, key]);
        return merged === undefined ? [] : [[key, merged]];
      }),
    );
  }
  if (isJsonArray(old) && isJsonArray(wanted) && isJsonArray(found)) {
    if (old.length === wanted.length && old.length === found.length) {
      return wanted.map((item, index) => {
        const sides = { old: old[index], wanted: item, found: found[index] };
        return mergeValues(sides, terms, [...path, String(index)]) ?? item;
      });
    }
  }
  if (!terms.isForced) terms.conflict(path);
  return terms.isForced ? wanted : found;
}
