import type { Value } from '../../../../code/hcl/eval/value.ts';
import type { Call, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { descendants } from '../../../../code/hcl/syntax/walk.ts';
import { contextElements, type TraceContext } from './context.ts';
import { into, operandsOf } from './operand.ts';

/**
 * `coalesce`, `coalescelist` and `try` give the first operand that has something to give. One in
 * front of it that belongs to this instance alone (`each.value.x`) is the author's place for an
 * exception; the others in front come last.
 */
export function* followFirst(context: TraceContext, call: Call): Generator<TraceContext> {
  const operands = operandsOf(context, call);
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

/** What an error gives is unknown, too, and `try` goes on. */
function isPassedOver(name: string, value: Value): boolean {
  if (value.kind === 'unknown') return true;
  if (name === 'try') return false;
  if (name === 'coalescelist') return contextElements(value)?.length === 0 || value.kind === 'null';
  return value.kind === 'null' || (value.kind === 'string' && value.value === '');
}

/** True when the value may differ from one instance or turn of a loop to the next. */
function isOwn({ scope }: TraceContext, expr: Expression): boolean {
  for (const node of descendants(expr)) {
    if (node.kind !== 'variable') continue;
    if (node.name === 'each' || node.name === 'count' || scope.bindings.has(node.name)) return true;
  }
  return false;
}
