import { valuesEqual } from '../compare.ts';
import { convertValue } from '../convert.ts';
import type { Failure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import { mark } from '../marks.ts';
import type { Num } from '../number.ts';
import { addNumbers, compareNumbers, fromInteger, isZero, toSafeInteger } from '../number.ts';
import { dynamicType, listType, numberType, stringType } from '../type.ts';
import { unify } from '../unify.ts';
import type { Value } from '../value.ts';
import {
  compareHclText,
  listValue,
  numberValue,
  stringValue,
  tupleValue,
  unknownValue,
  valueTypeOf,
} from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt, elementsAt, fixed, numberArgument, stringsAt } from './define.ts';

const chunklist: FunctionDefinition = {
  parameters: [{ type: listType(dynamicType), partial: true }, { type: numberType }],
  call(args) {
    const size = toSafeInteger(numberArgument(args, 1));
    if (size === undefined || size < 0)
      return failure('the size must be a whole number, not below 0.');
    const list = argumentAt(args, 0);
    const elements = elementsAt(args, 0);
    const type = valueTypeOf(list);
    const chunks: Value[] = [];
    const step = size === 0 ? Math.max(elements.length, 1) : size;
    const element = list.kind === 'list' ? list.elementType : dynamicType;
    for (let from = 0; from < elements.length; from += step) {
      chunks.push(listValue(elements.slice(from, from + step), element));
    }
    return listValue(chunks, type);
  },
};

const compact = {
  ...fixed([listType(stringType)], listType(stringType), (args) => {
    const kept = elementsAt(args, 0).filter((item) => item.kind === 'string' && item.value !== '');
    return listValue(kept, stringType);
  }),
};

const concat: FunctionDefinition = {
  parameters: [],
  rest: { type: dynamicType, partial: true, marked: true },
  call(args) {
    if (args.length === 0) return failure('at least one argument is required.');
    const types = args.map(valueTypeOf);
    const common = types.every((type) => type.kind === 'list') ? unify(types) : undefined;
    const elements: Value[] = [];
    let sensitive = false;
    for (const arg of args) {
      const list = common === undefined ? arg : convertValue(arg, common);
      if (isFailure(list)) return failure(`${list.message}.`);
      if (list.kind !== 'list' && list.kind !== 'tuple') {
        return failure('all arguments must be lists or tuples.');
      }
      sensitive ||= arg.sensitive === true;
      elements.push(...list.elements);
    }
    const result =
      common?.kind === 'list' ? listValue(elements, common.element) : tupleValue(elements);
    return mark(result, sensitive);
  },
};

const distinct: FunctionDefinition = {
  parameters: [{ type: listType(dynamicType) }],
  call(args) {
    const list = argumentAt(args, 0);
    const kept: Value[] = [];
    for (const item of elementsAt(args, 0)) {
      if (!kept.some((other) => valuesEqual(item, other))) kept.push(item);
    }
    return listValue(kept, list.kind === 'list' ? list.elementType : dynamicType);
  },
};

/**
 * Flattens elements at all depths into `into`. Returns the reason if an unknown value may turn out
 * to be a list, else undefined.
 */
function flattenInto(
  elements: readonly Value[],
  into: Value[],
): { readonly unknown: string } | undefined {
  for (const item of elements) {
    if (item.kind === 'list' || item.kind === 'set' || item.kind === 'tuple') {
      const unknown = flattenInto(item.elements, into);
      if (unknown !== undefined) return unknown;
      continue;
    }
    const type = item.kind === 'unknown' ? item.type.kind : undefined;
    if (
      item.kind === 'unknown' &&
      (type === 'dynamic' || type === 'list' || type === 'set' || type === 'tuple')
    ) {
      return { unknown: item.reason };
    }
    into.push(item);
  }
  return undefined;
}

const flatten: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }],
  call(args) {
    const value = argumentAt(args, 0);
    if (value.kind !== 'list' && value.kind !== 'set' && value.kind !== 'tuple') {
      return failure('it takes a list, set or tuple.');
    }
    const elements: Value[] = [];
    const blocked = flattenInto(value.elements, elements);
    const result = blocked === undefined ? tupleValue(elements) : unknownValue(blocked.unknown);
    return mark(result, value.sensitive === true || hasMarkedList(value.elements));
  },
};

function hasMarkedList(elements: readonly Value[]): boolean {
  return elements.some(
    (item) =>
      (item.kind === 'list' || item.kind === 'set' || item.kind === 'tuple') &&
      (item.sensitive === true || hasMarkedList(item.elements)),
  );
}

const rangeLimit = 1024;

const range: FunctionDefinition = {
  parameters: [],
  rest: { type: numberType },
  returns: listType(numberType),
  call(args) {
    const [first, second, third] = args.map((_, index) => numberArgument(args, index));
    if (first === undefined || args.length > 3) return failure('it takes one to three numbers.');
    const zero = fromInteger(0);
    const start = second === undefined ? zero : first;
    const end = second ?? first;
    const down = compareNumbers(end, start) < 0;
    const step = third ?? fromInteger(down ? -1 : 1);
    return countUp(start, end, step);
  },
};

function countUp(start: Num, end: Num, step: Num): Value | Failure {
  const order = compareNumbers(end, start);
  if (order !== 0) {
    if (isZero(step)) return failure('the step must not be zero.');
    const up = step.mantissa > 0n;
    if (up !== order > 0) return failure('the step leads away from the end.');
  }
  const down = step.mantissa < 0n;
  const numbers: Value[] = [];
  for (let at = start; compareNumbers(at, end) * (down ? -1 : 1) < 0; at = addNumbers(at, step)) {
    if (numbers.length >= rangeLimit) return failure('it would have more than 1024 elements.');
    numbers.push(numberValue(at));
  }
  return listValue(numbers, numberType);
}

const reverse: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }],
  call(args) {
    const value = argumentAt(args, 0);
    switch (value.kind) {
      case 'list':
      case 'tuple':
        return { ...value, elements: value.elements.toReversed() };
      case 'set':
        return mark(listValue(value.elements.toReversed(), value.elementType), value.sensitive);
      default:
        return failure('it takes a list, set or tuple.');
    }
  },
};

const slice: FunctionDefinition = {
  parameters: [
    { type: dynamicType, partial: true, marked: true },
    { type: numberType },
    { type: numberType },
  ],
  call(args) {
    const list = argumentAt(args, 0);
    if (list.kind !== 'list' && list.kind !== 'tuple') return failure('it takes a list or tuple.');
    const start = toSafeInteger(numberArgument(args, 1));
    const end = toSafeInteger(numberArgument(args, 2));
    if (start === undefined || end === undefined) return failure('indexes must be whole numbers.');
    const size = list.elements.length;
    if (start < 0 || end < 0 || start > size || end > size || start > end) {
      return failure(`no elements ${start} to ${end} in a list of ${size}.`);
    }
    return { ...list, elements: list.elements.slice(start, end) };
  },
};

const sort = fixed([listType(stringType)], listType(stringType), (args) => {
  const texts = stringsAt(args, 0);
  if (texts === undefined) return failure('the list must not contain null.');
  return listValue(texts.toSorted(compareHclText).map(stringValue), stringType);
});

export const sequenceFunctions: FunctionTable = {
  chunklist,
  compact,
  concat,
  distinct,
  flatten,
  range,
  reverse,
  slice,
  sort,
};
