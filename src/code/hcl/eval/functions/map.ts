import { equality } from '../compare.ts';
import { convertValue } from '../convert.ts';
import { failure, isFailure } from '../failure.ts';
import { mark } from '../marks.ts';
import type { Type } from '../type.ts';
import { dynamicType, listType, mapType, stringType, typesEqual } from '../type.ts';
import { unify } from '../unify.ts';
import type { MapValue, ObjectValue, Value } from '../value.ts';
import {
  compareHclText,
  listValue,
  mapValue,
  objectValue,
  stringValue,
  tupleValue,
  unknownReason,
  unknownValue,
  valueTypeOf,
} from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt, elementsAt, stringAt, stringsAt } from './define.ts';

function asMap(value: Value): MapValue | ObjectValue | undefined {
  return value.kind === 'map' || value.kind === 'object' ? value : undefined;
}

const keys: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }],
  call(args) {
    const value = asMap(argumentAt(args, 0));
    if (value === undefined) return failure('it takes a map or an object.');
    const names = [...value.entries.keys()].map(stringValue);
    const list = value.kind === 'map' ? listValue(names, stringType) : tupleValue(names);
    return mark(list, value.sensitive);
  },
};

const values: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }],
  call(args) {
    const value = asMap(argumentAt(args, 0));
    if (value === undefined) return failure('it takes a map or an object.');
    const items = [...value.entries.values()];
    const list = value.kind === 'map' ? listValue(items, value.elementType) : tupleValue(items);
    return mark(list, value.sensitive);
  },
};

const lookup: FunctionDefinition = {
  parameters: [{ type: dynamicType, partial: true, marked: true }, { type: stringType }],
  rest: { type: dynamicType, nullable: true, unknown: true, marked: true },
  call(args) {
    if (args.length > 3) return failure('it takes two or three arguments.');
    const map = asMap(argumentAt(args, 0));
    if (map === undefined) return failure('it takes a map or an object.');
    const key = stringAt(args, 1);
    const fallback = args[2];
    const type = map.kind === 'map' ? map.elementType : undefined;
    const converted =
      fallback === undefined || type === undefined ? fallback : convertValue(fallback, type);
    if (converted !== undefined && isFailure(converted)) {
      return failure('the default must have the same type as the elements.');
    }
    const found = map.entries.get(key) ?? converted;
    if (found !== undefined) return mark(found, map.sensitive);
    return failure(`there is no key ${JSON.stringify(key)}, and no default.`);
  },
};

const merge: FunctionDefinition = {
  parameters: [],
  rest: { type: dynamicType, nullable: true, partial: true, marked: true },
  call(args) {
    const entries = new Map<string, Value>();
    let sensitive = false;
    for (const arg of args) {
      const kind = valueTypeOf(arg).kind;
      if (kind !== 'map' && kind !== 'object' && kind !== 'dynamic') {
        return failure('all arguments must be maps or objects.');
      }
      sensitive ||= arg.sensitive === true;
      for (const [key, value] of asMap(arg)?.entries ?? []) entries.set(key, value);
    }
    return mark(merged(args, entries), sensitive);
  },
};

/** If all arguments are maps of one type, the result is such a map, otherwise an object. */
function merged(args: readonly Value[], entries: ReadonlyMap<string, Value>): Value {
  const [first, ...others] = args.map(valueTypeOf);
  if (first?.kind === 'map' && others.every((type) => typesEqual(type, first))) {
    return mapValue(entries, first.element);
  }
  return objectValue(entries);
}

const zipmap: FunctionDefinition = {
  parameters: [{ type: listType(stringType) }, { type: dynamicType, partial: true, marked: true }],
  call(args) {
    const names = stringsAt(args, 0);
    const list = argumentAt(args, 1);
    if (names === undefined) return failure('a key must not be null.');
    if (list.kind !== 'list' && list.kind !== 'tuple') return failure('values must be a list.');
    if (names.length !== list.elements.length) {
      return failure(`there are ${names.length} keys, but ${list.elements.length} values.`);
    }
    const entries = new Map<string, Value>();
    for (const [index, name] of names.entries())
      entries.set(name, argumentAt(list.elements, index));
    const result =
      list.kind === 'list' ? mapValue(entries, list.elementType) : objectValue(entries);
    return mark(result, list.sensitive);
  },
};

const transpose: FunctionDefinition = {
  parameters: [{ type: mapType(listType(stringType)) }],
  returns: mapType(listType(stringType)),
  call(args) {
    const map = asMap(argumentAt(args, 0));
    const turned = new Map<string, string[]>();
    for (const [key, list] of map?.entries ?? []) {
      if (list.kind !== 'list') return failure('a list must not be null.');
      for (const name of list.elements) {
        if (name.kind !== 'string') return failure('a list must not contain null.');
        const row = turned.get(name.value);
        if (row === undefined) turned.set(name.value, [key]);
        else row.push(key);
      }
    }
    const entries = [...turned].map(([name, row]): [string, Value] => {
      return [name, listValue(row.toSorted(compareHclText).map(stringValue), stringType)];
    });
    return mapValue(entries, listType(stringType));
  },
};

const anyList = { type: listType(dynamicType), partial: true } as const;

const matchkeys: FunctionDefinition = {
  parameters: [anyList, anyList, anyList],
  call(args) {
    const list = argumentAt(args, 0);
    const type = unify([elementType(argumentAt(args, 1)), elementType(argumentAt(args, 2))]);
    if (type === undefined) return failure('keys and search set must be of the same type.');
    const names = convertAll(elementsAt(args, 1), type);
    const search = convertAll(elementsAt(args, 2), type);
    const items = elementsAt(args, 0);
    if (names.length !== items.length) return failure('there must be as many keys as values.');
    const kept: Value[] = [];
    for (const [index, name] of names.entries()) {
      const results = search.map((wanted) => equality(name, wanted));
      if (results.includes('equal')) kept.push(argumentAt(items, index));
      else if (results.includes('maybe')) {
        return unknownValue(args.map(unknownReason).find((r) => r !== undefined) ?? 'unknown');
      }
    }
    return listValue(kept, elementType(list));
  },
};

function elementType(value: Value): Type {
  return value.kind === 'list' ? value.elementType : dynamicType;
}

function convertAll(items: readonly Value[], type: Type): readonly Value[] {
  return items.map((item) => {
    const converted = convertValue(item, type);
    return isFailure(converted) ? item : converted;
  });
}

export const mapFunctions: FunctionTable = {
  keys,
  lookup,
  matchkeys,
  merge,
  transpose,
  values,
  zipmap,
};
