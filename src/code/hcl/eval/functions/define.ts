import type { Failure } from '../failure.ts';
import type { Num } from '../number.ts';
import type { FunctionHost } from '../scope.ts';
import type { Type } from '../type.ts';
import type { Value } from '../value.ts';

export interface Parameter {
  readonly type: Type;
  /** Takes null. */
  readonly nullable?: true;
  /** Takes values that are unknown, or unknown somewhere inside. */
  readonly unknown?: true;
  /** Takes known values with unknown ones inside. */
  readonly partial?: true;
  /** Takes marked values; otherwise marks go from the arguments to the result. */
  readonly marked?: true;
}

/** A function of the language, with arguments already converted to the parameter types. */
export interface FunctionDefinition {
  readonly parameters: readonly Parameter[];
  /** For all further arguments. */
  readonly rest?: Parameter;
  /** Type of the result, where it does not depend on the arguments. */
  readonly returns?: Type;
  call(args: readonly Value[], host: FunctionHost): Value | Failure;
}

export type FunctionTable = Readonly<Record<string, FunctionDefinition>>;

type Call = FunctionDefinition['call'];

/** A function with a fixed number of parameters, none of which takes null or unknown. */
export function fixed(types: readonly Type[], returns: Type, call: Call): FunctionDefinition {
  return { parameters: types.map((type) => ({ type })), returns, call };
}

/** The string that argument `index` is known to be. */
export function stringAt(args: readonly Value[], index: number): string {
  const value = args[index];
  if (value?.kind !== 'string') throw new TypeError(`Argument ${index} is not a string`);
  return value.value;
}

/** The number that argument `index` is known to be. */
export function numberArgument(args: readonly Value[], index: number): Num {
  const value = args[index];
  if (value?.kind !== 'number') throw new TypeError(`Argument ${index} is not a number`);
  return value.value;
}

/** Argument `index`, which is known to be there. */
export function argumentAt(args: readonly Value[], index: number): Value {
  const value = args[index];
  if (value === undefined) throw new TypeError(`There is no argument ${index}`);
  return value;
}

/** The elements of argument `index`, known to be a list, set or tuple. */
export function elementsAt(args: readonly Value[], index: number): readonly Value[] {
  const value = args[index];
  if (value?.kind !== 'list' && value?.kind !== 'set' && value?.kind !== 'tuple') {
    throw new TypeError(`Argument ${index} is not a sequence`);
  }
  return value.elements;
}

/** The strings in argument `index`; undefined when one of them is null. */
export function stringsAt(args: readonly Value[], index: number): readonly string[] | undefined {
  const texts: string[] = [];
  for (const element of elementsAt(args, index)) {
    if (element.kind !== 'string') return undefined;
    texts.push(element.value);
  }
  return texts;
}
