import type { Json } from '../../../model/json.ts';
import { isJsonArray } from '../../../model/json.ts';
import { fromInteger, parseNumber } from './number.ts';
import { toDouble } from './number-text.ts';
import type { Value } from './value.ts';
import {
  boolValue,
  nullValue,
  numberValue,
  objectValue,
  stringValue,
  tupleValue,
} from './value.ts';

/** The value that `jsondecode` returns: arrays become tuples, and objects become objects. */
export function valueFromJson(json: Json): Value {
  if (json === null) return nullValue();
  switch (typeof json) {
    case 'boolean':
      return boolValue(json);
    case 'string':
      return stringValue(json);
    case 'number':
      return numberValue(parseNumber(String(json)) ?? fromInteger(0));
    default:
      if (isJsonArray(json)) return tupleValue(json.map(valueFromJson));
      return objectValue(Object.entries(json).map(([key, item]) => [key, valueFromJson(item)]));
  }
}

/** The value as JSON, with numbers as doubles; undefined if anything inside is unknown. */
export function valueToJson(value: Value): Json | undefined {
  switch (value.kind) {
    case 'unknown':
      return undefined;
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return value.value;
    case 'number':
      return toDouble(value.value);
    case 'list':
    case 'set':
    case 'tuple':
      return elementsToJson(value.elements);
    case 'object':
      return value.open === undefined ? entriesToJson(value.entries) : undefined;
    case 'map':
      return entriesToJson(value.entries);
  }
}

function elementsToJson(elements: readonly Value[]): Json | undefined {
  const items: Json[] = [];
  for (const element of elements) {
    const item = valueToJson(element);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function entriesToJson(entries: ReadonlyMap<string, Value>): Json | undefined {
  const items: [string, Json][] = [];
  for (const [key, value] of entries) {
    const item = valueToJson(value);
    if (item === undefined) return undefined;
    items.push([key, item]);
  }
  // fromEntries defines own properties, so that `__proto__` is an ordinary key.
  return Object.fromEntries(items);
}
