import type { Expression } from '../../../code/hcl/syntax/ast.ts';
import { descendants } from '../../../code/hcl/syntax/walk.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { valueAtPath } from '../../../model/path.ts';
import { evaluated, type TraceContext } from './trace/context.ts';
import { isKnownEqual } from './trace/known.ts';
import type { Assignment } from './trace/loop.ts';
import { fillerExpression } from './trace/operand.ts';
import { requiredValuesOf } from './trace/required.ts';

/** A block that is being solved, based on one of its instances. */
export interface EachSearch {
  readonly evaluation: Evaluation;
  readonly instance: ResourceInstance;
  readonly source: Expression;
  /** Keys of the module's instances, as candidates for the new key. */
  readonly keys: readonly string[];
}

/** Maximum number of steps when solving an expression. */
const furthest = 12;

/**
 * What the entry of `each` would have to contain for an expression of the block to yield the wanted
 * value; undefined if nothing in it leads there.
 */
export function solveEach(
  search: EachSearch,
  context: TraceContext,
  want: Json,
  depth: number,
): readonly Assignment[] | undefined {
  const own = partAt(search, context, context.expr);
  if (own !== undefined) return [{ ...own, path: [...own.path, ...context.rest], want }];
  if (depth > furthest) return undefined;
  if (!reads(search, context)) {
    return isKnownEqual(valueAtPath(evaluated(context), context.rest), want) ? [] : undefined;
  }
  const { expr, rest } = context;
  if (expr.kind === 'tuple' && rest.length === 0 && isJsonArray(want)) {
    const [item, ...more] = expr.items;
    if (item === undefined || more.length > 0 || want.length !== 1) return undefined;
    return solveEach(search, { ...context, expr: item }, want[0] ?? null, depth + 1);
  }
  if (isJsonObject(want) && rest.length === 0) {
    return Object.entries(want).flatMap(
      ([name, value]) => solveEach(search, { ...context, rest: [name] }, value, depth + 1) ?? [],
    );
  }
  const chosen = looked(search, context, want, depth);
  if (chosen !== undefined) return chosen;
  for (const required of requiredValuesOf(context, want)) {
    const found = solveEach(search, required.context, required.want, depth + 1);
    if (found !== undefined) return found;
  }
  return tried(search, context, want);
}

/**
 * For `aws_iam_role.this[each.value.role].name`: which existing key in the index makes the
 * expression yield the wanted value.
 */
function looked(
  search: EachSearch,
  context: TraceContext,
  want: Json,
  depth: number,
): readonly Assignment[] | undefined {
  const key = indexIn(context.expr);
  if (key === undefined || !reads(search, { ...context, expr: key })) return undefined;
  const wanted = search.keys.find((each) => {
    const { expr, scope } = fillerExpression(context, each);
    return isKnownEqual(evaluated({ ...context, scope }, withIndex(context.expr, expr)), want);
  });
  return wanted === undefined
    ? undefined
    : solveEach(search, { ...context, expr: key }, wanted, depth + 1);
}

/** The index in a chain of selections: `each.value.role`. */
function indexIn(expr: Expression): Expression | undefined {
  if (expr.kind === 'index') return expr.key;
  return expr.kind === 'get' ? indexIn(expr.of) : undefined;
}

function withIndex(expr: Expression, key: Expression): Expression {
  if (expr.kind === 'index') return { ...expr, key };
  return expr.kind === 'get' ? { ...expr, of: withIndex(expr.of, key) } : expr;
}

/** The part of the `each` object to which a reference resolves. */
function partAt(
  { evaluation, source }: EachSearch,
  { scope }: TraceContext,
  expr: Expression,
): Pick<Assignment, 'part' | 'path'> | undefined {
  const definition = evaluation.define(scope, expr);
  if (definition?.kind !== 'each' || definition.expr !== source) return undefined;
  return { part: definition.part, path: definition.rest };
}

function reads(search: EachSearch, context: TraceContext): boolean {
  for (const node of descendants(context.expr)) {
    if (node.kind === 'get' && partAt(search, context, node) !== undefined) return true;
  }
  return false;
}

/**
 * For `aws_s3_bucket.this[each.key].id`: tries which existing key makes the expression yield the
 * wanted value.
 */
function tried(
  { keys }: EachSearch,
  context: TraceContext,
  want: Json,
): readonly Assignment[] | undefined {
  const { repetition } = context.scope;
  if (repetition?.kind !== 'for_each') return undefined;
  const key = keys.find((each) => {
    const scope = { ...context.scope, repetition: { ...repetition, key: each } };
    return isKnownEqual(evaluated({ ...context, scope }), want);
  });
  return key === undefined ? undefined : [{ part: 'key', path: [], want: key }];
}
