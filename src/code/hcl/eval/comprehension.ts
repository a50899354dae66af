import type { Expression, ForObject, ForTuple, Span } from '../syntax/ast.ts';
import { tooMuch } from './budget.ts';
import { convertValue } from './convert.ts';
import { isFailure } from './failure.ts';
import { mark, unmark } from './marks.ts';
import { hidden, reject } from './reject.ts';
import type { EvaluationContext } from './scope.ts';
import { bindNames } from './scope.ts';
import { boolType, stringType } from './type.ts';
import type { Value } from './value.ts';
import {
  integerValue,
  objectValue,
  openReason,
  stringValue,
  tupleValue,
  unknownValue,
} from './value.ts';

/** Keys and values as `for` binds them; undefined for what cannot be iterated. */
export function collectionEntries(value: Value): readonly (readonly [Value, Value])[] | undefined {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.elements.map((item, index) => [integerValue(index), item]);
    case 'set':
      return value.elements.map((item) => [item, item]);
    case 'map':
    case 'object':
      return [...value.entries].map(([key, item]) => [stringValue(key), item]);
    default:
      return undefined;
  }
}

/**
 * The contexts in which each round of a `for` is evaluated, or a value if the entire loop has a
 * known result.
 */
type Rounds =
  | {
      readonly kind: 'rounds';
      readonly contexts: readonly EvaluationContext[];
      readonly sensitive: boolean;
    }
  | { readonly kind: 'done'; readonly value: Value };

interface Loop extends Span {
  readonly keyName?: string | undefined;
  readonly valueName: string;
  readonly collection: Expression;
  readonly condition?: Expression | undefined;
}

export function evaluateForTuple(expr: ForTuple, context: EvaluationContext): Value {
  const rounds = iterate(expr, context);
  if (rounds.kind === 'done') return rounds.value;
  const items = rounds.contexts.map((round) => round.evaluate(expr.value, round.scope));
  return mark(tupleValue(items), rounds.sensitive);
}

export function evaluateForObject(expr: ForObject, context: EvaluationContext): Value {
  const rounds = iterate(expr, context);
  if (rounds.kind === 'done') return rounds.value;
  const groups = new Map<string, Value[]>();
  let { sensitive } = rounds;
  for (const round of rounds.contexts) {
    const raw = round.evaluate(expr.key, round.scope);
    const key = convertValue(unmark(raw), stringType);
    if (isFailure(key) || key.kind === 'null') {
      return reject(context.scope, expr.key, 'The key of an object must be a string.');
    }
    if (key.kind !== 'string') return unknownValue(key.kind === 'unknown' ? key.reason : '');
    sensitive ||= raw.sensitive === true;
    const value = round.evaluate(expr.value, round.scope);
    const group = groups.get(key.value);
    if (group === undefined) groups.set(key.value, [value]);
    else if (expr.group) group.push(value);
    else {
      const message = `Two different items produced the key ${JSON.stringify(key.value)}.`;
      return reject(context.scope, expr.key, sensitive ? hidden : message);
    }
  }
  return mark(collect(groups, expr.group), sensitive);
}

function collect(groups: ReadonlyMap<string, readonly Value[]>, grouped: boolean): Value {
  const entries: [string, Value][] = [];
  for (const [key, values] of groups) {
    const [first] = values;
    if (grouped) entries.push([key, tupleValue(values)]);
    else if (first !== undefined) entries.push([key, first]);
  }
  return objectValue(entries);
}

/** The rounds of a loop, without those that its condition filters out. */
export function iterate(loop: Loop, context: EvaluationContext): Rounds {
  const collection = context.evaluate(loop.collection, context.scope);
  const sensitive = collection.sensitive === true;
  const open = openReason(collection);
  if (open !== undefined) {
    return { kind: 'done', value: mark(unknownValue(open), sensitive) };
  }
  const entries = collectionEntries(collection);
  if (entries === undefined) {
    const what = collection.kind === 'null' ? 'A null value' : `A ${collection.kind}`;
    const message = `${what} cannot be iterated over with for.`;
    return { kind: 'done', value: reject(context.scope, loop.collection, message) };
  }
  return keep(entries, loop, context, sensitive);
}

function keep(
  entries: readonly (readonly [Value, Value])[],
  loop: Loop,
  context: EvaluationContext,
  sensitiveCollection: boolean,
): Rounds {
  const contexts: EvaluationContext[] = [];
  let sensitive = sensitiveCollection;
  if (context.scope.host.budget?.spend(entries.length) === false) {
    return { kind: 'done', value: mark(unknownValue(tooMuch), sensitive) };
  }
  for (const [key, value] of entries) {
    const names = new Map([[loop.valueName, value]]);
    if (loop.keyName !== undefined) names.set(loop.keyName, key);
    const scope = bindNames(context.scope, names);
    const hides = scope.hides === true || sensitiveCollection;
    const round = { ...context, scope: { ...scope, hides } };
    if (loop.condition !== undefined) {
      const raw = round.evaluate(loop.condition, round.scope);
      const test = convertValue(unmark(raw), boolType);
      if (isFailure(test) || test.kind === 'null') {
        const message = 'The condition of a for expression must be true or false.';
        return { kind: 'done', value: reject(context.scope, loop.condition, message) };
      }
      if (test.kind === 'unknown') return { kind: 'done', value: unknownValue(test.reason) };
      sensitive ||= raw.sensitive === true;
      if (test.kind === 'bool' && !test.value) continue;
    }
    contexts.push(round);
  }
  return { kind: 'rounds', contexts, sensitive };
}
