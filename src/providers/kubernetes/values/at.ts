import { isJsonArray, isJsonObject, type Json, own } from '../../../model/json.ts';
import type { AttributePath, PathStep } from '../../../model/path.ts';
import { isHiddenObject } from './hidden.ts';
import { isNamedMember } from './keys.ts';

/** The value at a path in an object. Hidden below a hidden value, undefined if absent. */
export function objectValueAt(value: Json | undefined, path: AttributePath): Json | undefined {
  let at = value;
  for (const step of path) {
    if (isHiddenObject(at)) return at;
    at = memberAt(at, step);
  }
  return at ?? undefined;
}

function memberAt(value: Json | undefined, step: PathStep): Json | undefined {
  if (typeof step === 'string') {
    if (isJsonArray(value) && /^\d+$/.test(step)) return value[Number(step)];
    return isJsonObject(value) ? own(value, step) : undefined;
  }
  if (!isJsonArray(value)) return undefined;
  if (typeof step === 'number') return value[step];
  const { element } = step;
  return isJsonObject(element) ? value.find((one) => isNamedMember(one, element)) : undefined;
}
