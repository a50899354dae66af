import { setValue } from './compare.ts';
import type { Failure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import { mark } from './marks.ts';
import { parseNumber } from './number.ts';
import { formatNumber } from './number-text.ts';
import type { ObjectType, Type } from './type.ts';
import { friendlyType, typesEqual } from './type.ts';
import { isPossible, unify } from './unify.ts';
import type { Value } from './value.ts';
import {
  boolValue,
  listValue,
  mapValue,
  nullValue,
  numberValue,
  objectValue,
  openReason,
  stringValue,
  tupleValue,
  unknownValue,
  valueTypeOf,
} from './value.ts';

/**
 * Converts a value as Terraform does wherever a type is required: arguments, inputs, `tolist(...)`.
 */
export function convertValue(value: Value, to: Type): Value | Failure {
  const from = valueTypeOf(value);
  if (to.kind === 'dynamic' || typesEqual(from, to)) return value;
  if (!isPossible(from, to)) return failure(mismatch(from, to));
  const open = openReason(value);
  if (open !== undefined && (value.kind === 'unknown' || to.kind === 'map')) {
    return mark(unknownValue(open, fillDynamic(from, to)), value.sensitive);
  }
  if (value.kind === 'null') return mark(nullValue(fillDynamic(from, to)), value.sensitive);
  const converted = convertKnown(value, to);
  return isFailure(converted) ? converted : mark(converted, value.sensitive);
}

function convertKnown(value: Value, to: Type): Value | Failure {
  switch (to.kind) {
    case 'dynamic':
      return value;
    case 'bool':
    case 'number':
    case 'string':
      return convertScalar(value, to);
    case 'list':
    case 'set':
      return convertToSequence(value, to);
    case 'map':
      return convertToMap(value, to.element);
    case 'tuple':
      return convertToTuple(value, to.elements);
    case 'object':
      return convertToObject(value, to);
  }
}

function convertScalar(value: Value, to: Type): Value | Failure {
  if (to.kind === 'string') {
    if (value.kind === 'number') return stringValue(formatNumber(value.value));
    if (value.kind === 'bool') return stringValue(String(value.value));
  } else if (value.kind === 'string') {
    if (to.kind === 'number') {
      const number = parseNumber(value.value);
      return number === undefined ? failure('a number is required') : numberValue(number);
    }
    if (value.value === 'true' || value.value === '1') return boolValue(true);
    if (value.value === 'false' || value.value === '0') return boolValue(false);
    return failure('a bool is required');
  }
  return failure(mismatch(valueTypeOf(value), to));
}

function convertAll(values: readonly Value[], to: Type): readonly Value[] | Failure {
  const converted: Value[] = [];
  for (const value of values) {
    const result = convertValue(value, to);
    if (isFailure(result)) return result;
    converted.push(result);
  }
  return converted;
}

function isFailed<T>(outcome: readonly T[] | Failure): outcome is Failure {
  return !Array.isArray(outcome);
}

/** Converts elements to one type; `any` in the type becomes the type that they have in common. */
function unifyElements(
  values: readonly Value[],
  to: Type,
): { readonly elements: readonly Value[]; readonly type: Type } | Failure {
  const common = to.kind === 'dynamic' ? unify(values.map(valueTypeOf)) : to;
  if (common === undefined) return failure('all elements must have the same type');
  const converted = convertAll(values, common);
  if (isFailed(converted)) return converted;
  const types = converted.map(valueTypeOf);
  const first = types[0] ?? common;
  if (types.every((type) => typesEqual(type, first))) return { elements: converted, type: first };
  const type = unify(types);
  if (type === undefined) return failure('all elements must have the same type');
  // Everything converts to `any`, but a collection cannot have elements of different types.
  if (type.kind === 'dynamic') return failure('all elements must have the same type');
  const unified = convertAll(converted, type);
  return isFailed(unified) ? unified : { elements: unified, type };
}

type SequenceType = Extract<Type, { readonly kind: 'list' | 'set' }>;

function convertToSequence(value: Value, to: SequenceType): Value | Failure {
  if (value.kind !== 'list' && value.kind !== 'set' && value.kind !== 'tuple') {
    return failure(mismatch(valueTypeOf(value), to));
  }
  if (value.elements.length === 0) {
    const own = value.kind === 'tuple' ? to.element : value.elementType;
    const element = to.element.kind === 'dynamic' ? own : to.element;
    return to.kind === 'list' ? listValue([], element) : setValue([], element);
  }
  const unified = unifyElements(value.elements, to.element);
  if ('kind' in unified) return unified;
  return to.kind === 'list'
    ? listValue(unified.elements, unified.type)
    : setValue(unified.elements, unified.type);
}

function convertToMap(value: Value, element: Type): Value | Failure {
  if (value.kind !== 'map' && value.kind !== 'object') {
    return failure(mismatch(valueTypeOf(value), { kind: 'map', element }));
  }
  if (value.entries.size === 0) {
    const own = value.kind === 'map' ? value.elementType : element;
    return mapValue([], element.kind === 'dynamic' ? own : element);
  }
  const keys = [...value.entries.keys()];
  const unified = unifyElements([...value.entries.values()], element);
  if ('kind' in unified) return unified;
  return mapValue(pair(keys, unified.elements), unified.type);
}

function* pair(keys: readonly string[], values: readonly Value[]): Iterable<[string, Value]> {
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (value !== undefined) yield [key, value];
  }
}

function convertToTuple(value: Value, elements: readonly Type[]): Value | Failure {
  if (value.kind !== 'tuple')
    return failure(mismatch(valueTypeOf(value), { kind: 'tuple', elements }));
  const converted: Value[] = [];
  for (const [index, item] of value.elements.entries()) {
    const to = elements[index];
    const result = to === undefined ? item : convertValue(item, to);
    if (isFailure(result)) return result;
    converted.push(result);
  }
  return tupleValue(converted);
}

function convertToObject(value: Value, to: ObjectType): Value | Failure {
  if (value.kind !== 'object' && value.kind !== 'map')
    return failure(mismatch(valueTypeOf(value), to));
  const entries: [string, Value][] = [];
  for (const [name, type] of to.attributes) {
    const item = value.entries.get(name);
    if (item === undefined && value.kind === 'object' && value.open !== undefined) {
      entries.push([name, unknownValue(value.open, withoutOptional(type))]);
      continue;
    }
    if (item === undefined) {
      if (!to.optional.has(name)) return failure(`attribute ${JSON.stringify(name)} is required`);
      entries.push([name, nullValue(withoutOptional(type))]);
      continue;
    }
    const result = convertValue(item, type);
    if (isFailure(result)) return failure(`attribute ${JSON.stringify(name)}: ${result.message}`);
    entries.push([name, result]);
  }
  return objectValue(entries);
}

/**
 * The type without `optional(...)`, which only constraints have: it says which attributes may be
 * missing.
 */
function withoutOptional(type: Type): Type {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map':
      return { kind: type.kind, element: withoutOptional(type.element) };
    case 'tuple':
      return { kind: 'tuple', elements: type.elements.map(withoutOptional) };
    case 'object':
      return {
        kind: 'object',
        attributes: new Map([...type.attributes].map(([n, t]) => [n, withoutOptional(t)])),
        optional: new Set(),
      };
    default:
      return type;
  }
}

/** `to`, with its `any` parts replaced by those of `from` where they are certain. */
function fillDynamic(from: Type, to: Type): Type {
  const plain = withoutOptional(to);
  if (from.kind === 'dynamic' || plain.kind !== from.kind) return plain;
  if (
    (plain.kind === 'list' || plain.kind === 'set' || plain.kind === 'map') &&
    'element' in from
  ) {
    return { kind: plain.kind, element: fillDynamic(from.element, plain.element) };
  }
  return plain;
}

function mismatch(from: Type, to: Type): string {
  return `${friendlyType(to)} required, but have ${friendlyType(from)}`;
}
