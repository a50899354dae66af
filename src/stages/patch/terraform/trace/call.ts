import { elementsOfValue, entriesIn } from '../../../../code/hcl/eval/elements.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import { evaluated, type TraceContext } from './context.ts';
import { followFirst } from './first.ts';
import { followListCall } from './list-call.ts';
import { into, type Operand, operandsOf } from './operand.ts';

/** Functions that only convert or mark their argument. */
const transparent = new Set([
  'nonsensitive',
  'sensitive',
  'tobool',
  'tomap',
  'tonumber',
  'tostring',
]);

/** Follows the call to the operand that supplied the value. */
export function* followCall(context: TraceContext, call: Call): Generator<TraceContext> {
  if (transparent.has(call.name)) {
    const [only] = call.args;
    if (only !== undefined) yield { ...context, expr: only };
    return;
  }
  switch (call.name) {
    case 'merge':
      yield* followMerge(context, call);
      return;
    case 'lookup':
      yield* followLookup(context, call);
      return;
    case 'coalesce':
    case 'coalescelist':
    case 'try':
      yield* followFirst(context, call);
      return;
    case 'zipmap':
      yield* followZip(context, call);
      return;
    default:
      yield* followListCall(context, call);
  }
}

/**
 * Follows the last operand with the key, which wins. Later operands come next: an entry there
 * overrides it for this use only. Earlier operands have no effect. For a key in no operand, a
 * shared operand is the right place if all its users want the key, otherwise a literal.
 */
function* followMerge(context: TraceContext, call: Call): Generator<TraceContext> {
  const [key] = context.rest;
  if (typeof key !== 'string') return;
  const operands = [...operandsOf(context, call)].reverse();
  const supplier = operands.find((operand) => entriesIn(operand.value)?.has(key));
  if (supplier === undefined) {
    for (const operand of literalsFirst(operands)) {
      const common = operand.context.expr.kind !== 'object' || context.common === true;
      yield { ...into(operand, context.rest), common };
    }
    return;
  }
  yield into(supplier, context.rest);
  const behind = operands.slice(0, operands.indexOf(supplier));
  for (const operand of literalsFirst(behind)) {
    yield { ...into(operand, context.rest), kind: 'instance override' };
  }
}

function literalsFirst(operands: readonly Operand[]): readonly Operand[] {
  const isLiteral = ({ context }: Operand) => context.expr.kind === 'object';
  return [...operands.filter(isLiteral), ...operands.filter((each) => !isLiteral(each))];
}

function* followLookup(context: TraceContext, call: Call): Generator<TraceContext> {
  const [map, keyExpr, fallback] = call.args;
  if (map === undefined || keyExpr === undefined) return;
  const key = evaluated(context, keyExpr);
  if (typeof key !== 'string') return;
  yield { ...context, expr: map, rest: [key, ...context.rest] };
  const entries = entriesIn(context.evaluation.evaluate(map, context.scope));
  if (fallback !== undefined && entries?.has(key) !== true) {
    yield { ...context, expr: fallback, common: true };
  }
}

/** `zipmap(keys, values)`: of equal keys the last wins. */
function* followZip(context: TraceContext, call: Call): Generator<TraceContext> {
  const [key, ...rest] = context.rest;
  const [keys, values] = operandsOf(context, call);
  if (typeof key !== 'string' || keys === undefined || values === undefined) return;
  const index = elementsOfValue(keys.value)?.findLastIndex(
    (each) => each.kind === 'string' && each.value === key,
  );
  if (index !== undefined && index >= 0) yield into(values, [index, ...rest]);
}
