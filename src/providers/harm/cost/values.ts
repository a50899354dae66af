import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { amountOf } from '../../kubernetes/values/quantity.ts';
import type { CostField } from './types.ts';

/** The value at names with dots; blocks that there is one of are gone through. */
export function costValueAt(resource: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = resource;
  for (const name of path.split('.')) {
    const only: Json | undefined = isJsonArray(value) && value.length === 1 ? value[0] : value;
    value = isJsonObject(only) && Object.hasOwn(only, name) ? only[name] : undefined;
  }
  return value;
}

/** Less than nothing is no count: `-1` often stands for no limit. */
export function numberIn({ measure }: CostField, value: Json | undefined): number | undefined {
  const number = measure === 'quantity' ? amountOf(value) : countIn(value);
  return number !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function countIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isCount = typeof value === 'string' && /^\d{1,15}(?:\.\d{1,6})?$/.test(value);
  return isCount ? Number(value) : undefined;
}

/** A size as text, also as the only one of a list. */
export function sizeIn(value: Json | undefined): string | undefined {
  const only = isJsonArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' && only !== '' && only.length <= 80 ? only : undefined;
}
