import { setValue, valuesEqual } from '../compare.ts';
import { convertValue } from '../convert.ts';
import type { Failure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import type { Type } from '../type.ts';
import { dynamicType, setType, tupleType } from '../type.ts';
import { unify } from '../unify.ts';
import type { Value } from '../value.ts';
import { listValue, tupleValue, valueTypeOf } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt } from './define.ts';

type Combine = (a: readonly Value[], b: readonly Value[]) => readonly Value[];

function setOperation(parameters: number, combine: Combine): FunctionDefinition {
  const anySet = { type: setType(dynamicType) };
  return {
    parameters: new Array<typeof anySet>(parameters).fill(anySet),
    ...(parameters === 1 ? { rest: anySet } : {}),
    call(args) {
      const type = commonElement(args);
      if (type === undefined) return failure('the sets must have elements of compatible types.');
      const sets: (readonly Value[])[] = [];
      for (const arg of args) {
        const set = convertValue(arg, setType(type));
        if (isFailure(set)) return failure(`${set.message}.`);
        if (set.kind === 'set') sets.push(set.elements);
      }
      const [first = [], ...others] = sets;
      return setValue(others.reduce(combine, first), type);
    },
  };
}

function commonElement(args: readonly Value[]): Type | undefined {
  const types: Type[] = [];
  for (const arg of args) {
    if (arg.kind !== 'set') continue;
    // An empty set without an element type is compatible with every other set.
    if (arg.elements.length === 0 && arg.elementType.kind === 'dynamic') continue;
    types.push(arg.elementType);
  }
  return types.length === 0 ? dynamicType : unify(types);
}

function has(elements: readonly Value[], value: Value): boolean {
  return elements.some((element) => valuesEqual(element, value));
}

/** One argument of `setproduct`: its elements and their type. */
interface Factor {
  readonly kind: 'factor';
  readonly elements: readonly Value[];
  readonly type: Type;
}

function toFactor(value: Value): Factor | Failure {
  switch (value.kind) {
    case 'list':
    case 'set':
      return { kind: 'factor', elements: value.elements, type: value.elementType };
    case 'tuple': {
      if (value.elements.length === 0) return { kind: 'factor', elements: [], type: dynamicType };
      const type = unify(value.elements.map(valueTypeOf));
      if (type === undefined) return failure('all elements must be of the same type.');
      const list = convertValue(value, { kind: 'list', element: type });
      if (isFailure(list) || list.kind !== 'list') return failure('all elements must be alike.');
      return { kind: 'factor', elements: list.elements, type };
    }
    default:
      return failure('a set or a list is required.');
  }
}

/** All combinations; the last factor varies fastest. */
function combinations(factors: readonly Factor[]): readonly (readonly Value[])[] {
  return factors.reduce<(readonly Value[])[]>(
    (rows, { elements }) => rows.flatMap((row) => elements.map((item) => [...row, item])),
    [[]],
  );
}

/** More than any real project needs, and few enough to fit in memory. */
const maxCombinations = 200_000;

const setproduct: FunctionDefinition = {
  parameters: [],
  rest: { type: dynamicType },
  call(args) {
    if (args.length < 2) return failure('at least two arguments are required.');
    const factors: Factor[] = [];
    for (const index of args.keys()) {
      const factor = toFactor(argumentAt(args, index));
      if (isFailure(factor)) return factor;
      factors.push(factor);
    }
    const total = factors.reduce((product, { elements }) => product * elements.length, 1);
    if (total > maxCombinations) return failure('the result is too large.');
    const rows = combinations(factors).map(tupleValue);
    const type = tupleType(factors.map((factor) => factor.type));
    const ordered = args.every((arg) => arg.kind !== 'set');
    return ordered ? listValue(rows, type) : setValue(rows, type);
  },
};

export const setFunctions: FunctionTable = {
  setintersection: setOperation(1, (a, b) => a.filter((item) => has(b, item))),
  setproduct,
  setsubtract: setOperation(2, (a, b) => a.filter((item) => !has(b, item))),
  setunion: setOperation(1, (a, b) => [...a, ...b]),
};
