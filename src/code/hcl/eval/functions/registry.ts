import { cidrFunctions } from './cidr.ts';
import { convertFunctions } from './conversion.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { encodingFunctions } from './encoding.ts';
import { fileFunctions } from './file.ts';
import { formatFunctions } from './format.ts';
import { hashFunctions } from './hash.ts';
import { mapFunctions } from './map.ts';
import { numericFunctions } from './numeric.ts';
import { regexFunctions } from './regex.ts';
import { searchFunctions } from './search.ts';
import { sequenceFunctions } from './sequence.ts';
import { setFunctions } from './set.ts';
import type { SpecialFunction } from './special.ts';
import { specialFunctions } from './special.ts';
import { stringFunctions } from './string.ts';
import { timeFunctions } from './time.ts';

const tables: readonly FunctionTable[] = [
  cidrFunctions,
  convertFunctions,
  encodingFunctions,
  fileFunctions,
  formatFunctions,
  hashFunctions,
  mapFunctions,
  numericFunctions,
  regexFunctions,
  searchFunctions,
  sequenceFunctions,
  setFunctions,
  stringFunctions,
  timeFunctions,
];

const functions: ReadonlyMap<string, FunctionDefinition> = new Map(
  tables.flatMap((table) => Object.entries(table)),
);

export function findFunction(name: string): FunctionDefinition | undefined {
  return functions.get(name);
}

export function findSpecial(name: string): SpecialFunction | undefined {
  return specialFunctions.get(name);
}

/** Names of all supported functions, sorted. */
export function functionNames(): readonly string[] {
  return [...functions.keys(), ...specialFunctions.keys()].sort();
}
