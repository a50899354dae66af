import { valueToJson } from '../../hcl/eval/json.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { Json } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Evaluation, Scope } from '../../terraform/config/types.ts';
import type { SiteKind } from '../types.ts';

/** A point on the way from a use to the literals behind it. */
export interface Context {
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
  /** References followed so far. */
  readonly depth: number;
}

/** References of a configuration cannot sensibly be chained deeper; cycles end here. */
export const deepest = 64;

/** The value of an expression as JSON; undefined when any of it is unknown. */
export function evaluated(context: Context, expr: Expression = context.expr): Json | undefined {
  return valueToJson(context.evaluation.evaluate(expr, context.scope));
}
