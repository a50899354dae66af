import { integerValue, stringValue, type Value } from '../../../../code/hcl/eval/value.ts';
import type { ForObject, ForTuple } from '../../../../code/hcl/syntax/ast.ts';
import type { Binding } from '../../../../code/terraform/config/scope.ts';
import { evaluated, type TraceContext, valueIn } from './context.ts';
import { isKnownEqual } from './known.ts';

export interface Iteration {
  readonly key: Value;
  readonly value: Value;
}

/** `{for k, v in coll : key => value}`: follows the iteration whose key `rest` selects. */
export function* followForObject(context: TraceContext, expr: ForObject): Generator<TraceContext> {
  const [step, ...inner] = context.rest;
  if (typeof step !== 'string') return;
  const iterations = iterationsWith(context, expr, step);
  const [index, ...rest] = expr.group ? inner : [0, ...inner];
  const iteration = typeof index === 'number' ? iterations[index] : undefined;
  if (iteration !== undefined)
    yield { ...inIteration(context, expr, iteration), expr: expr.value, rest };
}

/** The iterations that produce the entry with this key; several if values are grouped. */
export function iterationsWith(
  context: TraceContext,
  expr: ForObject,
  wanted: string,
): readonly Iteration[] {
  return passingIterations(context, expr).filter((iteration) => {
    const key = evaluated(inIteration(context, expr, iteration), expr.key);
    return key !== undefined && String(key) === wanted;
  });
}

/**
 * `[for v in coll : value]`: follows the iteration at the index, counting only those that pass
 * `if`.
 */
export function* followForTuple(context: TraceContext, expr: ForTuple): Generator<TraceContext> {
  const [step, ...rest] = context.rest;
  if (step === undefined || typeof step === 'string') return;
  const iterations = passingIterations(context, expr);
  const iteration =
    typeof step === 'number'
      ? iterations[step]
      : iterations.find((each) =>
          isKnownEqual(evaluated(inIteration(context, expr, each), expr.value), step.element),
        );
  if (iteration !== undefined)
    yield { ...inIteration(context, expr, iteration), expr: expr.value, rest };
}

/** The iterations that pass `if`. */
export function passingIterations(
  context: TraceContext,
  expr: ForObject | ForTuple,
): readonly Iteration[] {
  const { condition } = expr;
  const iterations = forEntries(valueIn(context, expr.collection));
  if (condition === undefined) return iterations;
  return iterations.filter(
    (iteration) => evaluated(inIteration(context, expr, iteration), condition) === true,
  );
}

/** The context of the loop's own expressions in one iteration. */
export function inIteration(
  context: TraceContext,
  expr: ForObject | ForTuple,
  iteration: Iteration,
): TraceContext {
  const base = {
    ...iteration,
    collection: { file: context.scope.file, expr: expr.collection },
    scope: context.scope,
  };
  const bindings = new Map<string, Binding>([[expr.valueName, { ...base, shape: 'value' }]]);
  if (expr.keyName !== undefined) bindings.set(expr.keyName, { ...base, shape: 'key' });
  return { ...context, rest: [], scope: context.evaluation.bind(context.scope, bindings) };
}

/** Keys and values for a `for` expression; empty for a value that cannot be iterated. */
export function forEntries(value: Value): readonly Iteration[] {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.elements.map((item, index) => ({ key: integerValue(index), value: item }));
    case 'set':
      return value.elements.map((item) => ({ key: item, value: item }));
    case 'map':
    case 'object':
      return [...value.entries].map(([key, item]) => ({ key: stringValue(key), value: item }));
    default:
      return [];
  }
}
