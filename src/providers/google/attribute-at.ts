import type { Json } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';

export function googleAttributeAt(value: Json | undefined, path: AttributePath): Json | undefined {
  let found = value;
  for (const step of path) {
    if (isJsonArray(found) && typeof step === 'number') found = found[step];
    else if (isJsonObject(found) && typeof step === 'string' && Object.hasOwn(found, step)) {
      found = found[step];
    } else return undefined;
  }
  return found;
}

export function isBlank(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || value === false || value === 0;
}
