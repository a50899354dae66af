import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import { isHiddenObject } from './hidden.ts';
import { isSetAt } from './keys.ts';
import { compareQuantities, holdsQuantity } from './quantity.ts';

/** True if two values that are not maps have the same meaning at a place in an object. */
export function sameLeaf(type: string, names: readonly string[], a: Json, b: Json): boolean {
  if (isHiddenObject(a) || isHiddenObject(b)) return a === b;
  if (sameValue(a, b, 'loose')) return true;
  if (holdsQuantity(names) && compareQuantities(a, b) === 0) return true;
  return isSetAt(type, names) && isJsonArray(a) && isJsonArray(b) && asSet(a) === asSet(b);
}

function asSet(list: readonly Json[]): string {
  return [...new Set(list.map(canonicalJson))].sort().join('\n');
}

/** True for absent values, null, and empty lists or maps. */
export function isNoValue(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (isHiddenObject(value)) return false;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
