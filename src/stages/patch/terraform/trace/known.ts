import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import { canonicalJson, type Json } from '../../../../model/json.ts';

/** True when both are known and equal. */
export function isKnownEqual(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}

/**
 * Scalars as text, since members of a list are converted to one type: `1` may have become `"1"`.
 */
export function loosely(value: Json | undefined): Json | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Position of the first member that is known to equal this one; -1 if none is. */
export function positionOfElement(members: readonly Value[] | undefined, wanted: Json): number {
  const text = loosely(wanted);
  return members?.findIndex((member) => isKnownEqual(loosely(valueToJson(member)), text)) ?? -1;
}
