import type { Json } from '../../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../../model/json.ts';
import { convertValue } from '../../hcl/eval/convert.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { valueFromJson } from '../../hcl/eval/json.ts';
import type { Type } from '../../hcl/eval/type.ts';
import { boolType, numberType, stringType } from '../../hcl/eval/type.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { objectValue, tupleValue } from '../../hcl/eval/value.ts';

/**
 * Converts a declared value to the types that the provider uses, as far as the state shows them.
 * Attributes of nested blocks that only the provider sets are filled in.
 */
export function conform(declared: Value, state: Json): Value {
  if (declared.kind === 'null') return valueFromJson(state);
  if (isJsonArray(state)) return conformElements(declared, state);
  if (isJsonObject(state)) return declared;
  const type = scalarType(state);
  const converted = type === undefined ? declared : convertValue(declared, type);
  return isFailure(converted) ? declared : converted;
}

function scalarType(json: Json): Type | undefined {
  switch (typeof json) {
    case 'string':
      return stringType;
    case 'number':
      return numberType;
    case 'boolean':
      return boolType;
    default:
      return undefined;
  }
}

function conformElements(declared: Value, state: readonly Json[]): Value {
  const [only, ...more] = state;
  if (declared.kind !== 'tuple' || declared.elements.length !== 1) return declared;
  const [element] = declared.elements;
  // Only a single member can be matched reliably, since sets are ordered differently.
  if (element?.kind !== 'object' || !isJsonObject(only) || more.length > 0) return declared;
  const entries = new Map<string, Value>();
  for (const [name, json] of Object.entries(only)) {
    const own = element.entries.get(name);
    entries.set(name, own === undefined ? valueFromJson(json) : conform(own, json));
  }
  for (const [name, value] of element.entries) if (!entries.has(name)) entries.set(name, value);
  return tupleValue([objectValue(entries)]);
}
