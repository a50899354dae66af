import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type {
  HeredocTemplate,
  Interpolation,
  QuotedTemplate,
} from '../../../../code/hcl/syntax/template-ast.ts';
import type { Location } from '../../../../code/terraform/config/location.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { SourceExpression } from '../../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { SiteKind } from '../types.ts';
import { isKnownEqual } from './known.ts';

/** A point between a use and the literals that provide its value. */
export interface TraceContext {
  readonly evaluation: Evaluation;
  readonly expr: Expression;
  readonly scope: Scope;
  /** Path steps that remain inside the value of `expr`. */
  readonly rest: AttributePath;
  /** The kind of place that `expr` is, and its name for readers. */
  readonly kind: SiteKind;
  readonly label: string;
  /** The provider treats the value as a set, whose order has no meaning. */
  readonly unordered?: boolean;
  /**
   * True for a value that applies if nothing more specific is set: a default, or a shared operand.
   */
  readonly common?: boolean;
  /** The `${...}` that consists of only the expression, and the template that contains it. */
  readonly interpolation?: {
    readonly part: Interpolation;
    readonly template: QuotedTemplate | HeredocTemplate;
  };
  /** A condition whose operands may be changed, but which must not be replaced by a literal. */
  readonly condition?: SourceExpression;
  /** The first reference to a variable on the way, whose type may have filled in values. */
  readonly typedBy?: TraceContext;
  /** Number of references followed so far. */
  readonly depth: number;
}

/** The start of a trace: an expression whose whole value is meant. */
export function traceStart(
  evaluation: Evaluation,
  expr: Expression,
  scope: Scope,
  label: string,
  kind: SiteKind = 'literal',
): TraceContext {
  return { evaluation, expr, scope, rest: [], kind, label, depth: 0 };
}

/** The start of a trace from an attribute of a resource. */
export function attributeUse(
  evaluation: Evaluation,
  { expr, scope, rest, attribute }: Extract<Location, { kind: 'attribute' }>,
  address: string,
): TraceContext {
  const use = traceStart(evaluation, expr, scope, `${attribute.name} of ${address}`);
  return { ...use, rest };
}

/**
 * The start of a trace from the `for_each` or `count` of a block. It is evaluated around the block,
 * where `each` and `count` do not exist.
 */
export function repetitionUse(
  evaluation: Evaluation,
  { repetition: _, ...outside }: Scope,
  { expr, file }: SourceExpression,
  label: string,
  kind: SiteKind = 'for_each entry',
): TraceContext {
  return traceStart(evaluation, expr, evaluation.inFile(outside, file), label, kind);
}

/**
 * The value that a part of an expression must have for the entire expression to yield the wanted
 * value.
 */
export interface RequiredValue {
  readonly context: TraceContext;
  readonly want: Json;
}

/** Real configurations do not chain references more deeply; the limit also ends cycles. */
export const deepest = 64;

/** The value of an expression as JSON; undefined if any part of it is unknown. */
export function evaluated(
  context: TraceContext,
  expr: Expression = context.expr,
): Json | undefined {
  return valueToJson(valueIn(context, expr));
}

/** True if the value of an expression is known, and this one. */
export function evaluatesTo(context: TraceContext, expr: Expression, want: Json): boolean {
  return isKnownEqual(evaluated(context, expr), want);
}

/** True if the value of an expression is a map or object with this key. */
export function hasKey(context: TraceContext, expr: Expression, key: string | number): boolean {
  const value = evaluated(context, expr);
  return isJsonObject(value) && Object.hasOwn(value, key);
}

export function valueIn(context: TraceContext, expr: Expression = context.expr): Value {
  return context.evaluation.evaluate(expr, context.scope);
}

/** The context of a condition: its operands may change, but it must not become a constant. */
export function conditionIn(context: TraceContext, expr: Expression): TraceContext {
  return { ...context, expr, rest: [], condition: { file: context.scope.file, expr } };
}

/**
 * The branch that a condition selects. The texts `true` and `false` are converted, as in Terraform.
 */
export function isTaken(context: TraceContext, condition: Expression): boolean | undefined {
  const value = evaluated(context, condition);
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}
