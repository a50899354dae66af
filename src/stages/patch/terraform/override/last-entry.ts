import { removeAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import type { Attribute, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { siteIn } from '../site.ts';
import { type TraceContext, valueIn } from '../trace/context.ts';
import { entryKey } from '../trace/follow.ts';
import type { Site } from '../types.ts';
import { bare } from './form.ts';
import { withoutOperand } from './withdraw.ts';

/**
 * Removes the only entry of a map, together with the argument or operand that contains nothing
 * else.
 */
export function* lastEntrySites(context: TraceContext, argument: Attribute): Generator<Site> {
  const { scope, label, rest } = context;
  const [key, ...inner] = rest;
  if (typeof key !== 'string' || inner.length > 0) return;
  const { file } = scope;
  const expr = bare(context.expr);
  if (holdsOnly(context, expr, key) && argument.value === context.expr) {
    yield siteIn(file, argument.start, 'literal', label, () => removeAttribute(file.hcl, argument));
  }
  if (expr.kind !== 'call' || expr.name !== 'merge' || expr.expandLast) return;
  const at = expr.args.findIndex((operand) => holdsOnly(context, bare(operand), key));
  if (at < 0 || expr.args.length < 2) return;
  yield siteIn(file, expr.start, 'map entry', label, () => withoutOperand(context, expr, at));
}

/** The same for a map that others share: this use drops the argument. */
export function* lastSharedEntrySites(context: TraceContext, argument: Attribute): Generator<Site> {
  const { scope, label, rest, expr } = context;
  const [key, ...inner] = rest;
  if (scope.repetition !== undefined || argument.value !== expr || inner.length > 0) return;
  const keys = [...(entriesIn(valueIn(context, expr)) ?? [])].map(([name]) => name);
  if (keys.length !== 1 || keys[0] !== key) return;
  yield siteIn(scope.file, argument.start, 'literal', label, () =>
    removeAttribute(scope.file.hcl, argument),
  );
}

function holdsOnly(context: TraceContext, expr: Expression, key: string): boolean {
  if (expr.kind !== 'object') return false;
  const [only, ...others] = expr.items;
  return only !== undefined && others.length === 0 && entryKey(context, only) === key;
}
