import { elementsOfValue, entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Call, ObjectExpression, ObjectItem, Tuple } from '../../../../code/hcl/syntax/ast.ts';
import type { PathStep } from '../../../../model/path.ts';
import { deepest, evaluated, isTaken, type TraceContext, valueIn } from './context.ts';
import { followBranch, followFirst } from './first.ts';
import { followForObject, followForTuple } from './for.ts';
import { followListCall } from './list-call.ts';
import { expressionOperands, into, type Operand } from './operand.ts';
import { followReference } from './reference.ts';
import { itemPosition } from './typed.ts';

/**
 * The next points towards the literal that provides the value of `context`: the definition of a
 * reference, the operand of a call, the selected branch, or the entry that `rest` selects.
 */
export function* followTrace(start: TraceContext): Generator<TraceContext> {
  if (start.depth > deepest) return;
  const context = inSet(start);
  const { expr } = context;
  switch (expr.kind) {
    case 'parentheses':
      yield { ...context, expr: expr.value };
      return;
    case 'variable':
    case 'get':
    case 'index':
    case 'legacy-index':
    case 'splat':
      yield* followReference(context);
      return;
    case 'call':
      yield* followCall(context, expr);
      return;
    case 'conditional': {
      const condition = isTaken(context, expr.condition);
      if (condition === undefined) return;
      yield* followBranch(context, expr, condition ? expr.whenTrue : expr.whenFalse);
      return;
    }
    case 'for-object':
      yield* followForObject(context, expr);
      return;
    case 'for-tuple':
      yield* followForTuple(context, expr);
      return;
    case 'tuple':
      yield* followItem(context, expr);
      return;
    case 'object':
      yield* followEntry(context, expr);
      return;
    case 'quoted':
    case 'heredoc': {
      const [only] = expr.parts;
      if (expr.parts.length === 1 && only?.kind === 'interpolation') {
        yield { ...context, expr: only.value };
      }
      return;
    }
    default:
      return;
  }
}

/**
 * Addresses a set's member by its content, since a set does not keep the order in which its members
 * were written.
 */
function inSet(context: TraceContext): TraceContext {
  const [step, ...rest] = context.rest;
  if (typeof step !== 'number') return context;
  const value = valueIn(context);
  const member = value.kind === 'set' ? elementsOfValue(value)?.[step] : undefined;
  const element = member === undefined ? undefined : valueToJson(member);
  return element === undefined ? context : { ...context, rest: [{ element }, ...rest] };
}

function* followItem(context: TraceContext, tuple: Tuple): Generator<TraceContext> {
  const [step, ...rest] = context.rest;
  if (step === undefined) return;
  const index = itemIndex(context, tuple, step);
  const item = index === undefined ? undefined : tuple.items[index];
  if (item === undefined) return;
  const label = `${context.label}[${index}]`;
  yield { ...context, expr: item, rest, kind: entryKind(context), label };
}

function itemIndex(context: TraceContext, tuple: Tuple, step: PathStep): number | undefined {
  if (typeof step === 'number') return step;
  if (typeof step === 'string') return undefined;
  const found = itemPosition(context, tuple, step.element);
  return found < 0 ? undefined : found;
}

function* followEntry(context: TraceContext, object: ObjectExpression): Generator<TraceContext> {
  const [step, ...rest] = context.rest;
  if (typeof step !== 'string') return;
  const item = findEntry(context, object, step);
  if (item === undefined) return;
  const label = entryLabel(context, step);
  yield { ...context, expr: item.value, rest, kind: entryKind(context), label };
}

export function findEntry(
  context: TraceContext,
  object: ObjectExpression,
  key: string,
): ObjectItem | undefined {
  return object.items.find((item) => entryKey(context, item) === key);
}

/** The key of an entry as text; undefined if it is unknown. */
export function entryKey(context: TraceContext, item: ObjectItem): string | undefined {
  if (item.key.kind === 'variable') return item.key.name;
  const key = evaluated(context, item.key);
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export function entryLabel(context: TraceContext, key: string): string {
  return plainKey.test(key)
    ? `${context.label}.${key}`
    : `${context.label}[${JSON.stringify(key)}]`;
}

/**
 * An entry of a literal is a map entry; an entry in any other place, such as a variable file, keeps
 * that place's kind.
 */
export function entryKind(context: TraceContext): TraceContext['kind'] {
  return context.kind === 'literal' ? 'map entry' : context.kind;
}

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
function* followCall(context: TraceContext, call: Call): Generator<TraceContext> {
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
  const operands = [...expressionOperands(context, call)].reverse();
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
  const [keys, values] = expressionOperands(context, call);
  if (typeof key !== 'string' || keys === undefined || values === undefined) return;
  const index = elementsOfValue(keys.value)?.findLastIndex(
    (each) => each.kind === 'string' && each.value === key,
  );
  if (index !== undefined && index >= 0) yield into(values, [index, ...rest]);
}
