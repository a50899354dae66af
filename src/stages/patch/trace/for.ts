import { integerValue, stringValue, type Value } from '../../../code/hcl/eval/value.ts';
import type { ForObject, ForTuple } from '../../../code/hcl/syntax/ast.ts';
import type { Binding } from '../../../code/terraform/config/types.ts';
import { type Context, evaluated, isSame, valueIn } from './context.ts';

/** One pass of a loop. */
export interface Turn {
  readonly key: Value;
  readonly value: Value;
}

/** `{for k, v in coll : key => value}`: into the turn whose key `rest` selects. */
export function* followForObject(context: Context, expr: ForObject): Generator<Context> {
  const [step, ...inner] = context.rest;
  if (typeof step !== 'string') return;
  const turns = turnsWith(context, expr, step);
  const [index, ...rest] = expr.group ? inner : [0, ...inner];
  const turn = typeof index === 'number' ? turns[index] : undefined;
  if (turn !== undefined) yield { ...inTurn(context, expr, turn), expr: expr.value, rest };
}

/** The turns of the loop that make the entry with this key: several when values are grouped. */
export function turnsWith(context: Context, expr: ForObject, wanted: string): readonly Turn[] {
  return passingTurns(context, expr).filter((turn) => {
    const key = evaluated(inTurn(context, expr, turn), expr.key);
    return key !== undefined && String(key) === wanted;
  });
}

/** `[for v in coll : value]`: into the turn at the index, counting only those that pass `if`. */
export function* followForTuple(context: Context, expr: ForTuple): Generator<Context> {
  const [step, ...rest] = context.rest;
  if (step === undefined || typeof step === 'string') return;
  const turns = passingTurns(context, expr);
  const turn =
    typeof step === 'number'
      ? turns[step]
      : turns.find((each) =>
          isSame(evaluated(inTurn(context, expr, each), expr.value), step.element),
        );
  if (turn !== undefined) yield { ...inTurn(context, expr, turn), expr: expr.value, rest };
}

/** The turns that `if` lets through. */
export function passingTurns(context: Context, expr: ForObject | ForTuple): readonly Turn[] {
  const { condition } = expr;
  const turns = entriesOf(valueIn(context, expr.collection));
  if (condition === undefined) return turns;
  return turns.filter((turn) => evaluated(inTurn(context, expr, turn), condition) === true);
}

/** The context of the loop's own expressions in one turn. */
export function inTurn(context: Context, expr: ForObject | ForTuple, turn: Turn): Context {
  const base = {
    ...turn,
    collection: { file: context.scope.file, expr: expr.collection },
    scope: context.scope,
  };
  const bindings = new Map<string, Binding>([[expr.valueName, { ...base, shape: 'value' }]]);
  if (expr.keyName !== undefined) bindings.set(expr.keyName, { ...base, shape: 'key' });
  return { ...context, rest: [], scope: context.evaluation.bind(context.scope, bindings) };
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
