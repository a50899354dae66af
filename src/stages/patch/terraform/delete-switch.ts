import { entriesIn } from '../../../code/hcl/eval/elements.ts';
import type { Binary, Call, Expression } from '../../../code/hcl/syntax/ast.ts';
import { isJsonArray, type Json } from '../../../model/json.ts';
import { evaluated, evaluatesTo, type TraceContext, valueIn } from './trace/context.ts';
import { entrySites } from './trace/entry.ts';
import { memberSites } from './trace/member.ts';
import { literalMembership } from './trace/member-search.ts';
import { structural } from './trace/narrow.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/**
 * Makes a condition true or false where its operands are written, never by a bare `true` or
 * `false`: a switch is turned, a value that is compared with null is left out, a list loses the
 * element that it has to have.
 */
export function* switchedSites(context: TraceContext, want: boolean): Generator<Site> {
  const { expr } = context;
  switch (expr.kind) {
    case 'parentheses':
      yield* switchedSites({ ...context, expr: expr.value }, want);
      return;
    case 'unary':
      if (expr.operator === '!') yield* switchedSites({ ...context, expr: expr.value }, !want);
      return;
    case 'binary':
      yield* comparisonSites(context, expr, want);
      return;
    case 'call':
      if (expr.name === 'contains' && !want) yield* withoutMember(context, expr);
      break;
    default:
  }
  yield* structural(valueSites(context, want));
}

function* comparisonSites(context: TraceContext, expr: Binary, want: boolean): Generator<Site> {
  const { operator, left, right } = expr;
  if (operator === '&&' || operator === '||') {
    yield* switchedSites({ ...context, expr: left }, want);
    yield* switchedSites({ ...context, expr: right }, want);
    return;
  }
  const equal = operator === '==' || operator === '!=';
  for (const [tested, other] of [
    [left, right],
    [right, left],
  ] as const) {
    // What is compared with nothing is to be nothing.
    if (equal && evaluatesTo(context, other, null) && want === (operator === '==')) {
      yield* structural(valueSites({ ...context, expr: tested }, null));
    }
    if (evaluatesTo(context, other, 0) || evaluatesTo(context, other, 1)) {
      yield* withoutLast(context, tested);
    }
  }
}

/** `length(var.names) > 0`: the only element of the list, or entry of the map. */
function* withoutLast(context: TraceContext, counted: Expression): Generator<Site> {
  if (counted.kind !== 'call' || counted.name !== 'length') return;
  const [expr] = counted.args;
  if (expr === undefined) return;
  const collection: TraceContext = { ...context, expr, kind: 'collection entry' };
  const keys = [...(entriesIn(valueIn(collection))?.keys() ?? [])];
  const list = evaluated(collection);
  const [key] = keys;
  if (key !== undefined && keys.length === 1) yield* structural(entrySites(collection, key));
  if (isJsonArray(list) && list.length === 1) yield* withoutElement(collection, list[0] ?? null);
}

/** `contains(var.features, "queue")`: the element that it looks for. */
function* withoutMember(context: TraceContext, { args }: Call): Generator<Site> {
  const [list, member] = args;
  const element = member === undefined ? undefined : evaluated(context, member);
  if (list === undefined || element === undefined) return;
  yield* withoutElement({ ...context, expr: list, kind: 'list element' }, element);
}

function* withoutElement(context: TraceContext, element: Json): Generator<Site> {
  yield* structural(memberSites(context, literalMembership('remove', element)));
}
