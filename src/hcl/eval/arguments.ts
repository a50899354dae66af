import type { Call, Span } from '../syntax/ast.ts';
import { convert } from './convert.ts';
import type { Failure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import type { FunctionDefinition, Parameter } from './functions/define.ts';
import { isSensitiveDeep, mark, unmark, unmarkDeep } from './marks.ts';
import { reject } from './reject.ts';
import type { Context, FunctionHost } from './scope.ts';
import type { Value } from './value.ts';
import { isWhollyKnown, unknownReason, unknownValue } from './value.ts';

/** The arguments, the last one expanded; or the value that stands for the whole call. */
export function evaluateArguments(expr: Call, context: Context): readonly Value[] | Value {
  const args = expr.args.map((arg) => context.evaluate(arg, context.scope));
  if (!expr.expandLast) return args;
  const last = args.pop();
  const span: Span = expr.args.at(-1) ?? expr;
  if (last === undefined || last.kind === 'null') {
    return reject(context.scope, span, 'The expanded argument must not be null.');
  }
  if (last.kind === 'unknown') return mark(unknownValue(last.reason), last.sensitive);
  if (last.kind !== 'list' && last.kind !== 'set' && last.kind !== 'tuple') {
    return reject(context.scope, span, 'The expanded argument must be a list, set or tuple.');
  }
  for (const element of last.elements) args.push(mark(element, last.sensitive));
  return args;
}

/** Converts and checks the arguments, then calls. */
export function callFunction(
  definition: FunctionDefinition,
  args: readonly Value[],
  host: FunctionHost,
): Value | Failure {
  const { parameters, rest, returns } = definition;
  if (args.length < parameters.length || (rest === undefined && args.length > parameters.length)) {
    return failure(`it takes ${arity(definition)} arguments, not ${args.length}.`);
  }
  const converted: Value[] = [];
  let sensitive = false;
  let unknown: string | undefined;
  for (const [index, arg] of args.entries()) {
    const parameter = parameters[index] ?? rest;
    if (parameter === undefined) continue;
    const outcome = prepare(arg, parameter, index);
    if (isFailure(outcome)) return outcome;
    sensitive ||= outcome.sensitive;
    unknown ??= outcome.unknown;
    converted.push(outcome.value);
  }
  if (unknown !== undefined) return mark(unknownValue(unknown, returns), sensitive);
  const result = definition.call(converted, host);
  return isFailure(result) ? result : mark(result, sensitive);
}

function arity({ parameters, rest }: FunctionDefinition): string {
  return rest === undefined ? String(parameters.length) : `at least ${parameters.length}`;
}

interface Prepared {
  readonly kind: 'prepared';
  readonly value: Value;
  readonly sensitive: boolean;
  /** Why the call cannot be made yet. */
  readonly unknown: string | undefined;
}

function prepare(arg: Value, parameter: Parameter, index: number): Prepared | Failure {
  const sensitive = parameter.marked !== true && isSensitiveDeep(arg);
  const value = convert(sensitive ? unmarkDeep(arg) : arg, parameter.type);
  if (isFailure(value)) return failure(`argument ${index + 1} is wrong: ${value.message}.`);
  const plain = unmark(value);
  if (plain.kind === 'null' && parameter.nullable !== true) {
    return failure(`argument ${index + 1} must not be null.`);
  }
  return { kind: 'prepared', value, sensitive, unknown: blocker(plain, parameter) };
}

function blocker(value: Value, parameter: Parameter): string | undefined {
  if (parameter.unknown === true) return undefined;
  if (parameter.partial === true) return value.kind === 'unknown' ? value.reason : undefined;
  return isWhollyKnown(value) ? undefined : unknownReason(value);
}
