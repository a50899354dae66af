import { isJsonArray, type Json, type JsonObject, jsonAt } from '../../../model/json.ts';
import { parseQuantity } from '../../kubernetes/values/quantity.ts';
import type { CostField } from './types.ts';

/** The value at a dotted path of names, through lists with a single block. */
export function costValueAt(resource: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = resource;
  for (const name of path.split('.')) {
    const only: Json | undefined = isJsonArray(value) && value.length === 1 ? value[0] : value;
    value = jsonAt(only, name);
  }
  return value;
}

/** The number in a field, or undefined for a negative one, since `-1` often means no limit. */
export function numberIn({ measure }: CostField, value: Json | undefined): number | undefined {
  const number = measure === 'quantity' ? parseQuantity(value) : countIn(value);
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function countIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isCount = typeof value === 'string' && /^\d{1,15}(?:\.\d{1,6})?$/.test(value);
  return isCount ? Number(value) : undefined;
}

/** A size as text, which may be the only element of a list. */
export function sizeIn(value: Json | undefined): string | undefined {
  const only = isJsonArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' && only !== '' && only.length <= 80 ? only : undefined;
}
