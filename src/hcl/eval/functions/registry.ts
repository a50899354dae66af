import type { Call } from '../../syntax/ast.ts';
import type { Context } from '../scope.ts';
import type { Value } from '../value.ts';
import { convertFunctions } from './conversion.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { mapFunctions } from './map.ts';
import { numericFunctions } from './numeric.ts';
import { searchFunctions } from './search.ts';
import { sequenceFunctions } from './sequence.ts';
import { setFunctions } from './set.ts';
import { stringFunctions } from './string.ts';

/** A function that gets its arguments unevaluated. */
export type SpecialFunction = (expr: Call, context: Context) => Value;

const tables: readonly FunctionTable[] = [
  convertFunctions,
  mapFunctions,
  numericFunctions,
  searchFunctions,
  sequenceFunctions,
  setFunctions,
  stringFunctions,
];

const functions: ReadonlyMap<string, FunctionDefinition> = new Map(
  tables.flatMap((table) => Object.entries(table)),
);

const specials: ReadonlyMap<string, SpecialFunction> = new Map();

export function findFunction(name: string): FunctionDefinition | undefined {
  return functions.get(name);
}

export function findSpecial(name: string): SpecialFunction | undefined {
  return specials.get(name);
}

/** Names of all functions there are, sorted. */
export function functionNames(): readonly string[] {
  return [...functions.keys(), ...specials.keys()].sort();
}
