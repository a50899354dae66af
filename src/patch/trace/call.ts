import type { Call, Expression } from '../../hcl/syntax/ast.ts';
import { isJsonObject } from '../../model/json.ts';
import { type Context, evaluated } from './context.ts';

/** Functions whose result is their argument, seen through another type or in another order. */
const transparent = new Set([
  'compact',
  'distinct',
  'flatten',
  'nonsensitive',
  'one',
  'sensitive',
  'sort',
  'tobool',
  'tolist',
  'tomap',
  'tonumber',
  'toset',
  'tostring',
]);

/** Functions that reorder: an index into the result is not an index into the argument. */
const reordering = new Set(['compact', 'distinct', 'flatten', 'sort', 'toset']);

/** Into the operand that supplied the value. */
export function* followCall(context: Context, call: Call): Generator<Context> {
  if (call.expandLast) return;
  if (transparent.has(call.name)) {
    const [only] = call.args;
    const indexed = typeof context.rest[0] === 'number' && reordering.has(call.name);
    if (only !== undefined && !indexed) yield { ...context, expr: only };
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
    case 'try':
      yield* followFirst(context, call);
      return;
    default:
      return;
  }
}

/**
 * The last operand that has the key wins. Operands behind it come next: an entry there overrides
 * it for this use alone.
 */
function* followMerge(context: Context, call: Call): Generator<Context> {
  const [key] = context.rest;
  if (typeof key !== 'string') return;
  const operands = [...call.args].reverse();
  const supplier = operands.find((operand) => hasKey(context, operand, key));
  if (supplier === undefined) {
    for (const expr of literalsFirst(operands)) yield { ...context, expr };
    return;
  }
  yield { ...context, expr: supplier };
  const behind = operands.slice(0, operands.indexOf(supplier));
  for (const expr of literalsFirst(behind)) yield { ...context, expr, kind: 'instance override' };
}

function literalsFirst(operands: readonly Expression[]): readonly Expression[] {
  const literals = operands.filter((operand) => operand.kind === 'object');
  return [...literals, ...operands.filter((operand) => operand.kind !== 'object')];
}

function* followLookup(context: Context, call: Call): Generator<Context> {
  const [map, keyExpr, fallback] = call.args;
  if (map === undefined || keyExpr === undefined) return;
  const key = evaluated(context, keyExpr);
  if (typeof key !== 'string') return;
  yield { ...context, expr: map, rest: [key, ...context.rest] };
  if (fallback !== undefined && !hasKey(context, map, key)) yield { ...context, expr: fallback };
}

/** `coalesce` takes the first that is neither null nor empty, `try` the first without an error. */
function* followFirst(context: Context, call: Call): Generator<Context> {
  for (const expr of call.args) {
    const value = evaluated(context, expr);
    const empty = call.name === 'coalesce' && (value === null || value === '');
    if (value === undefined || empty) continue;
    yield { ...context, expr };
    return;
  }
}

function hasKey(context: Context, expr: Expression, key: string): boolean {
  const value = context.evaluation.evaluate(expr, context.scope);
  if (value.kind === 'map' || value.kind === 'object') return value.entries.has(key);
  const json = evaluated(context, expr);
  return isJsonObject(json) && Object.hasOwn(json, key);
}
