import { renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { HclInput } from '../../../../code/hcl/edit/types.ts';
import type { Repetition } from '../../../../code/terraform/config/scope.ts';
import type { Json } from '../../../../model/json.ts';
import type { TraceContext } from '../trace/context.ts';
import { nest } from '../trace/nest.ts';
import type { Site } from '../types.ts';
import { formText, isInstance, readOverride } from './form.ts';
import { asMapOperand, operandSite, rewriteSite } from './operand.ts';
import { withoutSites } from './without.ts';

/**
 * Gives one of several instances its own value and keeps the shared expression for the others. The
 * first override is a condition. From the second on a map is used, since nested conditions are hard
 * to read.
 */
export function* overrideSites(
  context: TraceContext,
  want: Json,
  written: HclInput,
): Generator<Site> {
  const { rest, scope } = context;
  if (rest.length > 0) {
    const value = nest(rest, want);
    // A more deeply nested value would be replaced entirely.
    if (value === undefined || rest.length > 1) return;
    if (want === null) {
      yield* withoutSites(context, want);
      return;
    }
    const text = renderHclValue(value, { layout: 'inline' });
    yield operandSite(context, { name: 'merge', empty: '{}', text });
    return;
  }
  const { repetition } = scope;
  if (repetition === undefined) return;
  const text =
    written.kind === 'raw' ? written.text : renderHclValue(written.value, { layout: 'inline' });
  const override = readOverride(context);
  // The trace leads to the existing map and adds the entry there.
  if (override?.map !== undefined) return;
  yield rewriteSite(
    context,
    context.expr,
    override === undefined
      ? conditional(context, repetition, text)
      : asMapOperand(context, override, text),
  );
}

function conditional(context: TraceContext, repetition: Repetition, text: string): string {
  const { expr } = context;
  const original = formText(context, expr);
  // A conditional inside a conditional is easier to read and parse in parentheses.
  const otherwise =
    expr.kind === 'conditional' || expr.kind === 'heredoc' ? `(${original})` : original;
  return `${isInstance(repetition)} ? ${text} : ${otherwise}`;
}
