import type { Call, Span } from '../syntax/ast.ts';
import { convertValue } from './convert.ts';
import type { Failure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import type { FunctionDefinition, Parameter } from './functions/define.ts';
import { isSensitiveDeep, mark, unmark, unmarkDeep } from './marks.ts';
import { hidden, reject } from './reject.ts';
import type { EvalDiagnostic, EvaluationContext, FunctionHost } from './scope.ts';
import { capture } from './scope.ts';
import type { Type } from './type.ts';
import type { Value } from './value.ts';
import { isWhollyKnown, openReason, unknownReason, unknownValue, valueTypeOf } from './value.ts';

export type FunctionArguments =
  | { readonly kind: 'arguments'; readonly values: readonly Value[] }
  /** The result of the entire call. */
  | { readonly kind: 'value'; readonly value: Value };

/** Evaluates arguments. If one fails, the call has an unknown result. */
export function evaluateArguments(expr: Call, context: EvaluationContext): FunctionArguments {
  const diagnostics: EvalDiagnostic[] = [];
  const scope = capture(context.scope, diagnostics);
  const values = expr.args.map((arg) => context.evaluate(arg, scope));
  for (const diagnostic of diagnostics) context.scope.report(diagnostic);
  const [wrong] = diagnostics;
  if (wrong !== undefined) return { kind: 'value', value: unknownValue(wrong.message) };
  const last = expr.expandLast ? values.pop() : undefined;
  return last === undefined ? { kind: 'arguments', values } : expand(expr, values, last, context);
}

function expand(
  expr: Call,
  values: readonly Value[],
  last: Value,
  context: EvaluationContext,
): FunctionArguments {
  const span: Span = expr.args.at(-1) ?? expr;
  if (last.kind === 'null') {
    const message = 'The expanded argument must not be null.';
    return { kind: 'value', value: reject(context.scope, span, message) };
  }
  if (last.kind === 'unknown') {
    return { kind: 'value', value: mark(unknownValue(last.reason), last.sensitive) };
  }
  if (last.kind !== 'list' && last.kind !== 'set' && last.kind !== 'tuple') {
    const message = 'The expanded argument must be a list, set or tuple.';
    return { kind: 'value', value: reject(context.scope, span, message) };
  }
  const expanded = last.elements.map((element) => mark(element, last.sensitive));
  return { kind: 'arguments', values: [...values, ...expanded] };
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
  const prepared: Prepared[] = [];
  for (const [index, arg] of args.entries()) {
    const parameter = parameters[index] ?? rest;
    if (parameter === undefined) continue;
    const outcome = prepare(arg, parameter, index);
    if (isFailure(outcome)) return outcome;
    prepared.push(outcome);
  }
  const sensitive = prepared.some((each) => each.sensitive);
  const blocked = findBlocker(prepared, returns);
  if (blocked !== undefined) return isFailure(blocked) ? blocked : mark(blocked, sensitive);
  const values = prepared.map((each) => each.value);
  const result = callGuarded(definition, values, host);
  if (!sensitive) return result;
  // The messages quote arguments, such as the path of a file.
  if (isFailure(result)) return failure(hidden);
  return mark(result.kind === 'unknown' ? { ...result, reason: hidden } : result, sensitive);
}

function callGuarded(
  definition: FunctionDefinition,
  args: readonly Value[],
  host: FunctionHost,
): Value | Failure {
  try {
    return definition.call(args, host);
  } catch (error) {
    // The JavaScript engine throws this if a string, array or number exceeds its limits.
    if (error instanceof RangeError) return failure('the result is too large.');
    throw error;
  }
}

/**
 * The result if the call cannot be made because an argument is null where that is not allowed, or
 * unknown.
 */
function findBlocker(
  prepared: readonly Prepared[],
  returns: Type | undefined,
): Value | Failure | undefined {
  let unknown: string | undefined;
  for (const [index, { value, parameter }] of prepared.entries()) {
    const plain = unmark(value);
    if (plain.kind === 'null' && parameter.nullable !== true) {
      return failure(`argument ${index + 1} must not be null.`);
    }
    const reason = blockerIn(plain, parameter);
    // Arguments after a value of unknown type are not checked.
    if (reason !== undefined && valueTypeOf(plain).kind === 'dynamic') return unknownValue(reason);
    unknown ??= reason;
  }
  return unknown === undefined ? undefined : unknownValue(unknown, returns);
}

function arity({ parameters, rest }: FunctionDefinition): string {
  return rest === undefined ? String(parameters.length) : `at least ${parameters.length}`;
}

interface Prepared {
  readonly kind: 'prepared';
  readonly value: Value;
  readonly parameter: Parameter;
  readonly sensitive: boolean;
}

function prepare(arg: Value, parameter: Parameter, index: number): Prepared | Failure {
  const sensitive = parameter.marked !== true && isSensitiveDeep(arg);
  const value = convertValue(sensitive ? unmarkDeep(arg) : arg, parameter.type);
  if (isFailure(value)) return failure(`argument ${index + 1} is wrong: ${value.message}.`);
  return { kind: 'prepared', value, parameter, sensitive };
}

/** Why a value is not known well enough for a parameter; undefined if it is. */
function blockerIn(value: Value, parameter: Parameter): string | undefined {
  if (parameter.unknown === true) return undefined;
  if (parameter.partial === true) return openReason(value);
  return isWhollyKnown(value) ? undefined : unknownReason(value);
}
