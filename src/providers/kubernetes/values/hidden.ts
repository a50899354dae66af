import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';

/** Stands in a tree for a value that the log leaves out. Told from a map by being this very one. */
export const hiddenValue: Json = Object.freeze({});

export function isHiddenObject(value: Json | undefined): boolean {
  return value === hiddenValue;
}

/** True when a value, or anything inside of it, is hidden. */
export function hasHidden(value: Json | undefined): boolean {
  if (isHiddenObject(value)) return true;
  if (isJsonArray(value)) return value.some(hasHidden);
  return isJsonObject(value) && Object.values(value).some(hasHidden);
}
