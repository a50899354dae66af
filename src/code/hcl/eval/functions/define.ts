import type { Failure } from '../failure.ts';
import type { Num } from '../number.ts';
import type { FunctionHost } from '../scope.ts';
import type { Type } from '../type.ts';
import type { Value } from '../value.ts';

export interface Parameter {
  readonly type: Type;
  /** The parameter accepts null. */
  readonly nullable?: true;
  /** The parameter accepts values that are unknown, or unknown somewhere inside. */
  readonly unknown?: true;
  /** The parameter accepts known values with unknown ones inside. */
  readonly partial?: true;
  /**
   * The function handles marked values itself; otherwise marks are passed from the arguments to the
   * result.
   */
  readonly marked?: true;
}

/** A function of the Terraform language. Its arguments arrive converted to the parameter types. */
export interface FunctionDefinition {
  readonly parameters: readonly Parameter[];
  /** The parameter for all further arguments. */
  readonly rest?: Parameter;
  /** Type of the result, if it does not depend on the arguments. */
  readonly returns?: Type;
  call(args: readonly Value[], host: FunctionHost): Value | Failure;
}

export type FunctionTable = Readonly<Record<string, FunctionDefinition>>;

type Call = FunctionDefinition['call'];

/** A function with a fixed number of parameters, none of which accepts null or unknown. */
export function fixed(types: readonly Type[], returns: Type, call: Call): FunctionDefinition {
  return { parameters: types.map((type) => ({ type })), returns, call };
}

/** The value of string argument `index`. Throws if it is not a string. */
export function stringAt(args: readonly Value[], index: number): string {
  const value = args[index];
  if (value?.kind !== 'string') throw new TypeError(`Argument ${index} is not a string`);
  return value.value;
}

/** The value of number argument `index`. Throws if it is not a number. */
export function numberArgument(args: readonly Value[], index: number): Num {
  const value = args[index];
  if (value?.kind !== 'number') throw new TypeError(`Argument ${index} is not a number`);
  return value.value;
}

/** Argument `index`. Throws if it is missing. */
export function argumentAt(args: readonly Value[], index: number): Value {
  const value = args[index];
  if (value === undefined) throw new TypeError(`There is no argument ${index}`);
  return value;
}

/** The elements of argument `index`. Throws if it is not a list, set or tuple. */
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
