import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import type { Conditional } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { bare, formText } from '../override/form.ts';
import { setAt } from '../set-at.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { evaluated, isTaken, type TraceContext } from './context.ts';
import { isKnownEqual } from './known.ts';

/**
 * If the branch that is not taken is what the other one has to become, the condition makes no
 * difference any more, and that branch stands alone.
 */
export function* branchSites(
  context: TraceContext,
  expr: Conditional,
  want: Json,
): Generator<Site> {
  const taken = isTaken(context, expr.condition);
  if (taken === undefined || context.condition !== undefined) return;
  const { whenTrue, whenFalse } = expr;
  const [now, other] = taken ? [whenTrue, whenFalse] : [whenFalse, whenTrue];
  const value = evaluated(context, now);
  const wanted = value === undefined ? undefined : setAt(value, context.rest, want);
  if (!isKnownEqual(evaluated(context, other), wanted)) return;
  const { interpolation, kind, label, scope } = context;
  // `"a-${"b"}"` is written as one text instead.
  if (interpolation?.part.value === expr && bare(other).kind === 'quoted') return;
  const site = siteIn(scope.file, expr.start, kind, label, () =>
    setExpression(scope.file.hcl, expr, { kind: 'raw', text: formText(context, bare(other)) }),
  );
  yield { ...site, isPlain: true };
}
