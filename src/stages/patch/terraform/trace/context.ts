import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Expression } from '../../../../code/hcl/syntax/ast.ts';
import type {
  HeredocTemplate,
  Interpolation,
  QuotedTemplate,
} from '../../../../code/hcl/syntax/template-ast.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { SourceExpression } from '../../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { canonicalJson, type Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { SiteKind } from '../types.ts';

/** A point on the way from a use to the literals behind it. */
export interface TraceContext {
  readonly evaluation: Evaluation;
  readonly expr: Expression;
  readonly scope: Scope;
  /** Steps still to be taken inside the value of `expr`. */
  readonly rest: AttributePath;
  /** What kind of place `expr` is, and what a person would call it. */
  readonly kind: SiteKind;
  readonly label: string;
  /** The value is a set to the provider: its order means nothing. */
  readonly unordered?: boolean;
  /** What applies where nothing more specific is set: a default, or an operand all share. */
  readonly common?: boolean;
  /** The `${...}` that an expression is all of, and the template that it stands in. */
  readonly interpolation?: {
    readonly part: Interpolation;
    readonly template: QuotedTemplate | HeredocTemplate;
  };
  /** A condition that may be moved where its parts get their values, but not be written out. */
  readonly condition?: SourceExpression;
  /** References followed so far. */
  readonly depth: number;
}

/** What a part of an expression must yield for the whole to yield what is wanted. */
export interface RequiredValue {
  readonly context: TraceContext;
  readonly want: Json;
}

/** References of a configuration cannot sensibly be chained deeper; cycles end here. */
export const deepest = 64;

/** The value of an expression as JSON; undefined when any of it is unknown. */
export function evaluated(
  context: TraceContext,
  expr: Expression = context.expr,
): Json | undefined {
  return valueToJson(valueIn(context, expr));
}

/** The value of an expression. */
export function valueIn(context: TraceContext, expr: Expression = context.expr): Value {
  return context.evaluation.evaluate(expr, context.scope);
}

/** The members of a list, set or tuple, known or not; undefined for anything else. */
export function contextElements(value: Value): readonly Value[] | undefined {
  return value.kind === 'list' || value.kind === 'set' || value.kind === 'tuple'
    ? value.elements
    : undefined;
}

/** The entries of a map or object; undefined for anything else. */
export function entriesIn(value: Value): ReadonlyMap<string, Value> | undefined {
  return value.kind === 'map' || value.kind === 'object' ? value.entries : undefined;
}

/** True when both are known and say the same. */
export function isSameContext(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}

/** Members are converted to one type: `1` may have become `"1"`. */
export function loosely(value: Json | undefined): Json | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Position of the first member that is known to be this one; -1 when none is. */
export function contextPosition(members: readonly Value[] | undefined, wanted: Json): number {
  const text = loosely(wanted);
  return members?.findIndex((member) => isSameContext(loosely(valueToJson(member)), text)) ?? -1;
}

/** The context of a condition: what it rests on may change, but not to a constant. */
export function conditionIn(context: TraceContext, expr: Expression): TraceContext {
  return { ...context, expr, rest: [], condition: { file: context.scope.file, expr } };
}

/** The branch that a condition takes; text that says `true` is converted, as Terraform does. */
export function isTaken(context: TraceContext, condition: Expression): boolean | undefined {
  const value = evaluated(context, condition);
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}
