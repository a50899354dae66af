import { convertValue } from '../convert.ts';
import { failure, isFailure } from '../failure.ts';
import type { Num } from '../number.ts';
import {
  addNumbers,
  ceilNumber,
  compareNumbers,
  floorNumber,
  fromDouble,
  fromExactInteger,
  negateNumber,
  toSafeInteger,
} from '../number.ts';
import { toDouble } from '../number-text.ts';
import { dynamicType, numberType, stringType, typesEqual } from '../type.ts';
import type { Value } from '../value.ts';
import { integerValue, numberValue, valueTypeOf } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt, elementsAt, fixed, numberArgument, stringAt } from './define.ts';

function unary(calculate: (n: Num) => Num): FunctionDefinition {
  return fixed([numberType], numberType, (args) => numberValue(calculate(numberArgument(args, 0))));
}

function fromDoubles(calculate: (a: number, b: number) => number): FunctionDefinition {
  return fixed([numberType, numberType], numberType, (args) => {
    const result = fromDouble(
      calculate(toDouble(numberArgument(args, 0)), toDouble(numberArgument(args, 1))),
    );
    return result === undefined
      ? failure('the result is not a finite number.')
      : numberValue(result);
  });
}

function extreme(name: string, better: (order: number) => boolean): FunctionDefinition {
  return {
    parameters: [],
    rest: { type: numberType },
    returns: numberType,
    call(args) {
      if (args.length === 0) return failure(`${name} needs at least one number.`);
      let best = numberArgument(args, 0);
      for (const index of args.keys()) {
        const candidate = numberArgument(args, index);
        if (better(compareNumbers(candidate, best))) best = candidate;
      }
      return numberValue(best);
    },
  };
}

function digitValue(digit: string, base: number): number {
  const code = digit.charCodeAt(0);
  if (digit >= '0' && digit <= '9') return code - 48;
  if (digit >= 'a' && digit <= 'z') return code - 97 + 10;
  if (digit >= 'A' && digit <= 'Z') return code - 65 + (base > 36 ? 36 : 10);
  return Number.POSITIVE_INFINITY;
}

function parseInteger(text: string, base: number): bigint | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)(.+)$/s.exec(text) ?? [];
  if (digits === '') return undefined;
  let value = 0n;
  for (const digit of digits) {
    const digitAs = digitValue(digit, base);
    if (digitAs >= base) return undefined;
    value = value * BigInt(base) + BigInt(digitAs);
  }
  return sign === '-' ? -value : value;
}

const parseint: FunctionDefinition = {
  parameters: [{ type: dynamicType }, { type: numberType }],
  returns: numberType,
  call(args) {
    if (!typesEqual(valueTypeOf(argumentAt(args, 0)), stringType)) {
      return failure('the first argument must be a string.');
    }
    const base = toSafeInteger(numberArgument(args, 1));
    if (base === undefined || base < 2 || base > 62) {
      return failure('the base must be a whole number between 2 and 62.');
    }
    const text = stringAt(args, 0);
    const value = parseInteger(text, base);
    if (value !== undefined) return numberValue(fromExactInteger(value));
    return failure(`${JSON.stringify(text)} is not an integer in base ${base}.`);
  },
};

const sum: FunctionDefinition = {
  parameters: [{ type: dynamicType }],
  returns: numberType,
  call(args) {
    const list = argumentAt(args, 0);
    if (list.kind !== 'list' && list.kind !== 'set' && list.kind !== 'tuple') {
      return failure('it takes a list, set or tuple of numbers.');
    }
    let total: Num | undefined;
    for (const element of elementsAt(args, 0)) {
      const number: Value | { readonly kind: 'failure' } = convertValue(element, numberType);
      if (isFailure(number) || number.kind !== 'number') {
        return failure('all elements must be numbers.');
      }
      total = total === undefined ? number.value : addNumbers(total, number.value);
    }
    return total === undefined ? failure('the list is empty.') : numberValue(total);
  },
};

export const numericFunctions: FunctionTable = {
  abs: unary((n) => (n.mantissa < 0n ? negateNumber(n) : n)),
  ceil: unary(ceilNumber),
  floor: unary(floorNumber),
  log: fromDoubles((number, base) => Math.log(number) / Math.log(base)),
  max: extreme('max', (order) => order > 0),
  min: extreme('min', (order) => order < 0),
  parseint,
  pow: fromDoubles((base, exponent) => base ** exponent),
  signum: fixed([numberType], numberType, (args) => {
    const number = toSafeInteger(numberArgument(args, 0));
    if (number === undefined) return failure('it takes a whole number.');
    return integerValue(Math.sign(number));
  }),
  sum,
};
