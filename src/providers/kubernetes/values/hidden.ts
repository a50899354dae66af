import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';

/**
 * Stands for a value that the log leaves out. It is recognized by identity, so other empty maps
 * differ from it.
 */
export const hiddenValue: Json = Object.freeze({});

export function isHiddenObject(value: Json | undefined): boolean {
  return value === hiddenValue;
}

/** True if a value, or anything inside it, is hidden. */
export function hasHidden(value: Json | undefined): boolean {
  if (isHiddenObject(value)) return true;
  if (isJsonArray(value)) return value.some(hasHidden);
  return isJsonObject(value) && Object.values(value).some(hasHidden);
}
