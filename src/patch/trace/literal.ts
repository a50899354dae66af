import { setExpression } from '../../hcl/edit/expression.ts';
import { reconcileValue } from '../../hcl/edit/reconcile.ts';
import { renderValue } from '../../hcl/edit/render.ts';
import type { HclInput } from '../../hcl/edit/types.ts';
import type { Expression } from '../../hcl/syntax/ast.ts';
import type { Json } from '../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { type Context, evaluated } from './context.ts';
import { parseDocument } from './document.ts';

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
    setExpression(scope.file.hcl, expr, literalFor(want)),
  );
}

/** A JSON document reads better as the value it encodes than as an escaped string. */
function literalFor(want: Json): HclInput {
  const document = typeof want === 'string' ? parseDocument(want) : undefined;
  if (document === undefined) return { kind: 'json', value: want };
  return { kind: 'raw', text: `jsonencode(${renderValue(document)})` };
}
