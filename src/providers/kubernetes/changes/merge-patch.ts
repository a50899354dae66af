import { isJsonObject, type Json } from '../../../model/json.ts';
import { isHiddenObject } from '../values/hidden.ts';

/** The result of a JSON merge patch (RFC 7386): null removes a member, lists are replaced. */
export function mergePatched(value: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  if (isHiddenObject(value)) return value ?? null;
  const result = new Map<string, Json>(isJsonObject(value) ? Object.entries(value) : []);
  for (const [name, inner] of Object.entries(patch)) {
    if (inner === null) result.delete(name);
    else result.set(name, mergePatched(result.get(name), inner));
  }
  return Object.fromEntries(result);
}
