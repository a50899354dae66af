import { integerValue, stringValue, type Value } from '../../hcl/eval/value.ts';
import type { Expression, ForObject, ForTuple } from '../../hcl/syntax/ast.ts';
import type { Binding, Scope } from '../../terraform/config/types.ts';
import { type Context, evaluated } from './context.ts';

/** One pass of a loop. */
export interface Turn {
  readonly key: Value;
  readonly value: Value;
}

/** `{for k, v in coll : key => value}`: into the turn whose key `rest` selects. */
export function* followForObject(context: Context, expr: ForObject): Generator<Context> {
  const [step, ...rest] = context.rest;
  if (typeof step !== 'string' || expr.group) return;
  const turn = turnWith(context, expr, step);
  if (turn === undefined) return;
  yield { ...context, expr: expr.value, scope: bound(context, expr, turn), rest };
}

/** The turn of the loop that makes the entry with this key. */
export function turnWith(context: Context, expr: ForObject, wanted: string): Turn | undefined {
  return turnsOf(context, expr.collection).find((turn) => {
    const key = evaluated({ ...context, scope: bound(context, expr, turn) }, expr.key);
    return key !== undefined && String(key) === wanted;
  });
}

/** `[for v in coll : value]`: into the turn at the index, counting only those that pass `if`. */
export function* followForTuple(context: Context, expr: ForTuple): Generator<Context> {
  const [step, ...rest] = context.rest;
  if (typeof step !== 'number') return;
  const { condition } = expr;
  const turns = turnsOf(context, expr.collection).filter(
    (turn) =>
      condition === undefined ||
      evaluated({ ...context, scope: bound(context, expr, turn) }, condition) === true,
  );
  const turn = turns[step];
  if (turn === undefined) return;
  yield { ...context, expr: expr.value, scope: bound(context, expr, turn), rest };
}

function turnsOf(context: Context, collection: Expression): readonly Turn[] {
  return entriesOf(context.evaluation.evaluate(collection, context.scope));
}

/** Keys and values as a `for` expression sees them; empty for what cannot be iterated. */
export function entriesOf(value: Value): readonly Turn[] {
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

function bound(context: Context, expr: ForObject | ForTuple, turn: Turn): Scope {
  const base = {
    ...turn,
    collection: { file: context.scope.file, expr: expr.collection },
    scope: context.scope,
  };
  const bindings = new Map<string, Binding>([[expr.valueName, { ...base, shape: 'value' }]]);
  if (expr.keyName !== undefined) bindings.set(expr.keyName, { ...base, shape: 'key' });
  return context.evaluation.bind(context.scope, bindings);
}
