import { elementsOfValue } from '../../../../code/hcl/eval/elements.ts';
import { valueFromJson, valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Call, Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Binding } from '../../../../code/terraform/config/scope.ts';
import { isJsonArray, type Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { evaluated, type TraceContext, valueIn } from './context.ts';

/** One operand of a call: an argument, or an element of the list that `...` expands. */
export interface Operand {
  readonly context: TraceContext;
  readonly value: Value;
  /** Position of the argument and, if it is expanded, of the element in it. */
  readonly argument: number;
  readonly element?: number;
}

export function expressionOperands(context: TraceContext, call: Call): readonly Operand[] {
  return call.args.flatMap((expr, argument): readonly Operand[] => {
    const value = valueIn(context, expr);
    if (!call.expandLast || argument < call.args.length - 1) {
      return [{ context: { ...context, expr, rest: [] }, value, argument }];
    }
    return (elementsOfValue(value) ?? []).map((each, element) => {
      const json = valueToJson(each) ?? null;
      const step = value.kind === 'set' ? { element: json } : element;
      return { context: { ...context, expr, rest: [step] }, value: each, argument, element };
    });
  });
}

/** The operand, or the value that `rest` selects inside it. */
export function into(operand: Operand, rest: AttributePath = []): TraceContext {
  return { ...operand.context, rest: [...operand.context.rest, ...rest] };
}

/**
 * The result of a call with another value for one operand; undefined if it is unknown or an error.
 */
export function yieldsWith(
  context: TraceContext,
  call: Call,
  operand: Operand,
  value: Json,
): Json | undefined {
  const { argument, element } = operand;
  const expr = call.args[argument];
  if (expr === undefined) return undefined;
  if (element === undefined) return fill(context, call, argument, value);
  const list = evaluated(context, expr);
  return isJsonArray(list) ? fill(context, call, argument, list.with(element, value)) : undefined;
}

function fill(context: TraceContext, call: Call, argument: number, value: Json): Json | undefined {
  const filler = fillerExpression(context, value);
  const filled = { ...call, args: call.args.with(argument, filler.expr) };
  return evaluated({ ...context, scope: filler.scope }, filled);
}

/** A name that cannot occur in a configuration. */
const fillerName = '?';

/** An expression that yields the value, and the scope in which it does. */
export function fillerExpression(
  context: TraceContext,
  value: Json,
): { readonly expr: Expression; readonly scope: TraceContext['scope'] } {
  const { scope, evaluation, expr } = context;
  const binding: Binding = {
    shape: 'value',
    key: valueFromJson(null),
    value: valueFromJson(value),
    collection: { file: scope.file, expr },
    scope,
  };
  return {
    expr: { kind: 'variable', name: fillerName, start: expr.start, end: expr.start },
    scope: evaluation.bind(scope, new Map([[fillerName, binding]])),
  };
}
