import type { Conditional, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonObject, type Json, own } from '../../../../model/json.ts';
import { textRequired } from './call-required.ts';
import {
  conditionIn,
  evaluated,
  isTaken,
  type RequiredValue,
  type TraceContext,
} from './context.ts';
import { defaultRequired } from './default-required.ts';
import { followTrace } from './follow.ts';
import { isKnownEqual } from './known.ts';
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
