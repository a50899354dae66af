import { setExpression } from '../../hcl/edit/expression.ts';
import { reconcileValue } from '../../hcl/edit/reconcile.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { Json } from '../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { type Context, evaluated } from './context.ts';

/** Changes as little of a literal list, map or document as makes it say what is wanted. */
export function reconcileSite(context: Context, want: Json): Site {
  const { scope, expr, kind, label, rest, unordered } = context;
  const isSet = unordered === true && rest.length === 0;
  return siteIn(scope.file, expr.start, kind, label, () =>
    reconcileValue(scope.file.hcl, expr, want, {
      evaluateOf: (inner: Expression) => evaluated(context, inner),
      unordered: isSet,
    }),
  );
}

/** Puts a literal in the place of an expression that is not one: the reference is lost. */
export function* replaceSite(context: Context, want: Json): Generator<Site> {
  const { scope, expr, label, rest } = context;
  if (rest.length > 0) return;
  yield siteIn(scope.file, expr.start, 'literal at the use', label, () =>
    setExpression(scope.file.hcl, expr, { kind: 'json', value: want }),
  );
}
