import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call, Conditional, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonObject, type Json, own } from '../../../../model/json.ts';
import { textRequired } from './call-required.ts';
import {
  conditionIn,
  evaluated,
  isTaken,
  type RequiredValue,
  type TraceContext,
  valueIn,
} from './context.ts';
import { isOwn, isPassedOver } from './first.ts';
import { followTrace } from './follow.ts';
import { isKnownEqual } from './known.ts';
import { expressionOperands, into } from './operand.ts';
import { binaryRequired, unaryRequired } from './operator-required.ts';
import { templateRequired } from './template-required.ts';

/**
 * Solves an expression by one step: its parts, and the value that each would need if only that part
 * changed. The most likely part comes first.
 */
export function* requiredValuesOf(context: TraceContext, want: Json): Generator<RequiredValue> {
  const { expr } = context;
  switch (expr.kind) {
    case 'conditional':
      yield* conditionRequired(context, expr, want);
      break;
    case 'unary':
      yield* unaryRequired(context, expr, want);
      break;
    case 'binary':
      yield* binaryRequired(context, expr, want);
      break;
    case 'call':
      yield* defaultRequired(context, expr, want);
      yield* textRequired(context, expr, want);
      break;
    case 'quoted':
    case 'heredoc':
      yield* templateRequired(context, expr, want);
      break;
    default:
  }
  for (const next of followTrace(context)) yield { context: next, want };
}

/** If the other branch has the wanted value, changes a condition that is used only as a switch. */
function* conditionRequired(
  context: TraceContext,
  expr: Conditional,
  want: Json,
): Generator<RequiredValue> {
  const taken = isTaken(context, expr.condition);
  if (taken === undefined || context.rest.some((step) => typeof step !== 'string')) return;
  const other = taken ? expr.whenFalse : expr.whenTrue;
  if (!isKnownEqual(selected(context, other), want) || !isPlainSwitch(expr.condition)) return;
  yield { context: conditionIn(context, expr.condition), want: !taken };
}

/** The value of an expression at the rest of the path; null if there is none. */
function selected(context: TraceContext, expr: Expression): Json | undefined {
  let value = evaluated(context, expr);
  for (const step of context.rest) {
    if (!isJsonObject(value) || typeof step !== 'string') return undefined;
    value = own(value, step) ?? null;
  }
  return value;
}

/**
 * True for a plain name, possibly negated. A comparison or combination may mean more than this use.
 */
export function isPlainSwitch(expr: Expression): boolean {
  switch (expr.kind) {
    case 'parentheses':
      return isPlainSwitch(expr.value);
    case 'unary':
      return expr.operator === '!' && isPlainSwitch(expr.value);
    case 'variable':
    case 'get':
    case 'index':
      return true;
    default:
      return false;
  }
}

/**
 * If a call falls back on the wanted value, the entry that overrides it is not needed any more:
 * it would only repeat the default.
 */
function* defaultRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
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
  const [supplier, shared] = expressionOperands(context, call)
    .filter(({ value }) => entriesIn(value)?.has(key))
    .reverse();
  const value = shared && entriesIn(shared.value)?.get(key);
  if (supplier === undefined || value === undefined) return;
  if (isKnownEqual(valueToJson(value), want)) yield { context: into(supplier, [key]), want: null };
}

/** Only for what an instance or iteration has of its own; a variable keeps its value. */
function* firstRequired(context: TraceContext, call: Call, want: Json): Generator<RequiredValue> {
  if (context.rest.length > 0) return;
  const [supplier, next] = expressionOperands(context, call).filter(
    ({ value }) => !isPassedOver(call.name, value),
  );
  if (supplier === undefined || next === undefined) return;
  if (!isOwn(supplier.context, supplier.context.expr)) return;
  if (isKnownEqual(valueToJson(next.value), want)) yield { context: into(supplier), want: null };
}
