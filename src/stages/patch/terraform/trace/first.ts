import { elementsOfValue } from '../../../../code/hcl/eval/elements.ts';
import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Call, Conditional, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { descendants } from '../../../../code/hcl/syntax/walk.ts';
import type { TraceContext } from './context.ts';
import { expressionOperands, into } from './operand.ts';

/**
 * `coalesce`, `coalescelist` and `try` return the first usable operand. An earlier operand that is
 * specific to this instance (`each.value.x`) is the intended place for an exception, so it comes
 * first; other earlier operands come last.
 */
export function* followFirst(context: TraceContext, call: Call): Generator<TraceContext> {
  const operands = expressionOperands(context, call);
  const supplier = operands.findIndex(({ value }) => !isPassedOver(call.name, value));
  const passed = operands
    .slice(0, supplier < 0 ? operands.length : supplier)
    .map((operand) => into(operand, context.rest));
  const own = passed.filter((each) => isOwn(each, each.expr));
  yield* own;
  const found = operands[supplier];
  if (found !== undefined) {
    const common = own.length > 0 || context.common === true;
    yield { ...into(found, context.rest), common };
  }
  yield* passed.filter((each) => !own.includes(each));
}

/**
 * The branch that a condition selects. `x == null ? y : x` is another way to write
 * `coalesce(x, y)`.
 */
export function* followBranch(
  context: TraceContext,
  expr: Conditional,
  taken: Expression,
): Generator<TraceContext> {
  const branch = { ...context, expr: taken };
  const other = taken === expr.whenTrue ? expr.whenFalse : expr.whenTrue;
  if (!isNullTest(context, expr.condition, other)) {
    yield branch;
    return;
  }
  const passed = { ...context, expr: other };
  if (isOwn(context, other)) {
    yield passed;
    yield { ...branch, common: true };
  } else {
    yield branch;
    yield passed;
  }
}

/** True for a comparison of this value with null. */
function isNullTest(context: TraceContext, condition: Expression, value: Expression): boolean {
  if (condition.kind === 'parentheses') return isNullTest(context, condition.value, value);
  if (condition.kind !== 'binary' || !['==', '!='].includes(condition.operator)) return false;
  const { text } = context.scope.file;
  const sides = [condition.left, condition.right].map((side) => text.slice(side.start, side.end));
  return sides.includes('null') && sides.includes(text.slice(value.start, value.end));
}

/** An expression with an error evaluates to unknown too, and `try` skips it. */
export function isPassedOver(name: string, value: Value): boolean {
  if (value.kind === 'unknown') return true;
  if (name === 'try') return false;
  if (name === 'coalescelist') return elementsOfValue(value)?.length === 0 || value.kind === 'null';
  return value.kind === 'null' || (value.kind === 'string' && value.value === '');
}

/** True when the value may differ between instances or iterations of a loop. */
export function isOwn({ scope }: TraceContext, expr: Expression): boolean {
  for (const node of descendants(expr)) {
    if (node.kind !== 'variable') continue;
    if (node.name === 'each' || node.name === 'count' || scope.bindings.has(node.name)) return true;
  }
  return false;
}
