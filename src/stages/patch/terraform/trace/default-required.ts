import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { evaluated, type RequiredValue, type TraceContext, valueIn } from './context.ts';
import { isOwn, isPassedOver } from './first.ts';
import { isKnownEqual } from './known.ts';
import { into, operandsOf } from './operand.ts';

/**
 * If a call falls back on the wanted value, the entry that overrides it is not needed any more:
 * it would only repeat the default.
 */
export function* defaultRequired(
  context: TraceContext,
  call: Call,
  want: Json,
): Generator<RequiredValue> {
  if (want === null) return;
  switch (call.name) {
    case 'lookup':
      yield* lookupRequired(context, call, want);
      return;
    case 'merge':
      yield* mergeRequired(context, call, want);
      return;
    case 'coalesce':
    case 'try':
      yield* firstRequired(context, call, want);
      return;
    default:
  }
}

function* lookupRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const [map, keyExpr, fallback] = call.args;
  if (map === undefined || keyExpr === undefined || fallback === undefined) return;
  const key = evaluated(context, keyExpr);
  const isSet = typeof key === 'string' && entriesIn(valueIn(context, map))?.has(key) === true;
  if (!isSet || context.rest.length > 0) return;
  if (!isKnownEqual(evaluated(context, fallback), want)) return;
  yield { context: { ...context, expr: map, rest: [key] }, want: null };
}

function* mergeRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  const [key, ...deeper] = context.rest;
  if (typeof key !== 'string' || deeper.length > 0) return;
  const [supplier, shared] = operandsOf(context, call)
    .filter(({ value }) => entriesIn(value)?.has(key))
    .reverse();
  const value = shared && entriesIn(shared.value)?.get(key);
  if (supplier === undefined || value === undefined) return;
  if (isKnownEqual(valueToJson(value), want)) yield { context: into(supplier, [key]), want: null };
}

/** Only for what an instance or iteration has of its own; a variable keeps its value. */
function* firstRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  if (context.rest.length > 0) return;
  const [supplier, next] = operandsOf(context, call).filter(
    ({ value }) => !isPassedOver(call.name, value),
  );
  if (supplier === undefined || next === undefined) return;
  if (!isOwn(supplier.context, supplier.context.expr)) return;
  if (isKnownEqual(valueToJson(next.value), want)) yield { context: into(supplier), want: null };
}
