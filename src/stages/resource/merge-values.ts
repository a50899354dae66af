import { isJsonArray, isJsonObject, type Json, own, sameJson } from '../../model/json.ts';

/** A value that two changed, each in its own way. */
export interface ValueSides {
  /** Before both. */
  readonly old: Json | undefined;
  readonly wanted: Json | undefined;
  /** What is there. */
  readonly found: Json | undefined;
}

export interface MergeTerms {
  /** What is wanted wins where both changed the same. */
  readonly isForced: boolean;
  readonly conflict: (path: readonly string[]) => void;
}

/**
 * What is there, with what is wanted otherwise than before: member by member of objects, item by
 * item of lists that stay as long. Where both changed the same, it is named and stays.
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
