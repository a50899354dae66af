import { equality } from '../compare.ts';
import { convertValue } from '../convert.ts';
import { elementsOfValue } from '../elements.ts';
import { failure, isFailure } from '../failure.ts';
import { mark } from '../marks.ts';
import { toSafeInteger } from '../number.ts';
import { boolType, dynamicType, listType, numberType } from '../type.ts';
import { unify } from '../unify.ts';
import type { Value } from '../value.ts';
import {
  boolValue,
  integerValue,
  isWhollyKnown,
  nullValue,
  openReason,
  unknownReason,
  unknownValue,
  valueTypeOf,
} from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt, elementsAt, numberArgument } from './define.ts';
import { graphemes } from './string.ts';

const countable = 'it takes a string, a collection or a structure.';

const length: FunctionDefinition = {
  parameters: [{ type: dynamicType, unknown: true }],
  returns: numberType,
  call(args) {
    const value = argumentAt(args, 0);
    const type = valueTypeOf(value);
    if (type.kind === 'tuple') return integerValue(type.elements.length);
    if (type.kind === 'object') return integerValue(type.attributes.size);
    if (type.kind === 'number' || type.kind === 'bool') return failure(countable);
    const open = openReason(value);
    if (open !== undefined) return unknownValue(open, numberType);
    if (value.kind === 'string') return integerValue(graphemes(value.value).length);
    if (value.kind === 'map') return integerValue(value.entries.size);
    const elements = elementsOfValue(value);
    if (elements === undefined) return failure(countable);
    // Unknown members of a set may turn out to be equal.
    if (value.kind === 'set' && elements.length > 1 && !isWhollyKnown(value)) {
      return unknownValue(unknownReason(value) ?? 'unknown', numberType);
    }
    return integerValue(elements.length);
  },
};

const element: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }, { type: numberType }],
  call(args) {
    const list = argumentAt(args, 0);
    const index = toSafeInteger(numberArgument(args, 1));
    if (list.kind !== 'list' && list.kind !== 'tuple') return failure('it takes a list or tuple.');
    if (index === undefined) return failure('the index must be a whole number.');
    const size = list.elements.length;
    if (size === 0) return failure('the list is empty.');
    const item = list.elements[index % size];
    if (item === undefined) return failure('the index must not be negative.');
    return mark(item, list.sensitive);
  },
};

/** Position of the first equal element; `maybe` when an unknown one could come first. */
function find(elements: readonly Value[], wanted: Value): number | 'maybe' {
  for (const [index, item] of elements.entries()) {
    const result = equality(item, wanted);
    if (result === 'equal') return index;
    if (result === 'maybe') return 'maybe';
  }
  return -1;
}

function reasonIn(args: readonly Value[]): string {
  return args.map(unknownReason).find((reason) => reason !== undefined) ?? 'unknown';
}

const anything = { type: dynamicType, partial: true } as const;

const contains: FunctionDefinition = {
  parameters: [anything, anything],
  returns: boolType,
  call(args) {
    const elements = elementsOfValue(argumentAt(args, 0));
    if (elements === undefined) return failure('it takes a list, tuple or set.');
    const wanted = argumentAt(args, 1);
    const results = elements.map((item) => equality(item, wanted));
    if (results.includes('equal')) return boolValue(true);
    return results.includes('maybe') ? unknownValue(reasonIn(args), boolType) : boolValue(false);
  },
};

const index: FunctionDefinition = {
  parameters: [anything, anything],
  returns: numberType,
  call(args) {
    const list = argumentAt(args, 0);
    if (list.kind !== 'list' && list.kind !== 'tuple') return failure('it takes a list or tuple.');
    if (list.elements.length === 0) return failure('cannot search an empty list.');
    const at = find(list.elements, argumentAt(args, 1));
    if (at === 'maybe') return unknownValue(reasonIn(args), numberType);
    return at < 0 ? failure('item not found.') : integerValue(at);
  },
};

const coalesce: FunctionDefinition = {
  parameters: [],
  rest: { type: dynamicType, nullable: true, unknown: true, marked: true },
  call(args) {
    const type = unify(args.map(valueTypeOf));
    if (type === undefined) return failure('all arguments must have the same type.');
    for (const arg of args) {
      const value = convertValue(arg, type);
      if (isFailure(value)) return failure(`${value.message}.`);
      if (value.kind === 'unknown') return value;
      if (value.kind === 'null') continue;
      if (type.kind === 'string' && value.kind === 'string' && value.value === '') continue;
      return value;
    }
    return failure('no argument has a value other than null and the empty string.');
  },
};

const coalescelist: FunctionDefinition = {
  parameters: [],
  rest: { type: dynamicType, nullable: true, unknown: true, marked: true },
  call(args) {
    if (args.length === 0) return failure('at least one argument is required.');
    for (const arg of args) {
      if (arg.kind === 'unknown') return unknownValue(arg.reason);
      const { kind } = valueTypeOf(arg);
      if (kind !== 'list' && kind !== 'tuple') {
        return failure('all arguments must be lists or tuples.');
      }
      if ((arg.kind === 'list' || arg.kind === 'tuple') && arg.elements.length > 0) return arg;
    }
    return failure('no list has any element.');
  },
};

const one: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }],
  call(args) {
    const value = argumentAt(args, 0);
    const elements = elementsOfValue(value);
    if (elements === undefined) return failure('it takes a list, set or tuple.');
    if (elements.length > 1) return failure('the list must have at most one element.');
    const [item] = elements;
    const type = value.kind === 'list' || value.kind === 'set' ? value.elementType : dynamicType;
    return mark(item ?? nullValue(type), value.sensitive);
  },
};

const alltrue: FunctionDefinition = {
  parameters: [{ type: listType(boolType), partial: true }],
  returns: boolType,
  call(args) {
    for (const item of elementsAt(args, 0)) {
      if (item.kind === 'unknown') return item;
      if (item.kind !== 'bool' || !item.value) return boolValue(false);
    }
    return boolValue(true);
  },
};

const anytrue: FunctionDefinition = {
  parameters: [{ type: listType(boolType), partial: true }],
  returns: boolType,
  call(args) {
    const elements = elementsAt(args, 0);
    if (elements.some((item) => item.kind === 'bool' && item.value)) return boolValue(true);
    return elements.find((item) => item.kind === 'unknown') ?? boolValue(false);
  },
};

export const searchFunctions: FunctionTable = {
  alltrue,
  anytrue,
  coalesce,
  coalescelist,
  contains,
  element,
  index,
  length,
  one,
};
