import { mapSet } from '../../../../code/hcl/edit/map.ts';
import { renderKey } from '../../../../code/hcl/edit/render.ts';
import type { Call, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { expressionSite, siteIn } from '../site.ts';
import type { TraceContext } from '../trace/context.ts';
import type { Site } from '../types.ts';
import {
  formKey,
  formText,
  isEmptyForm,
  isInstance,
  type Override,
  overlaySelector,
  readOverride,
} from './form.ts';

/**
 * How another operand is combined with the existing value: `merge` for maps, `concat` for lists.
 */
export interface Joining {
  readonly name: 'merge' | 'concat';
  /** What the other instances add: an empty collection. */
  readonly empty: '{}' | '[]';
  /** What this instance adds. */
  readonly text: string;
}

/** Keeps the shared collection and adds something for this instance or use. */
export function operandSite(context: TraceContext, joining: Joining): Site {
  const { expr, scope } = context;
  const { repetition } = scope;
  const { text } = joining;
  const call = joinOf(expr, joining.name);
  if (repetition === undefined) return rewriteSite(context, expr, joined(context, call, joining));
  const last = call?.args.at(-1);
  const at = last === undefined ? undefined : { ...context, expr: last, rest: [] };
  const override = at && readOverride(at);
  const key = formKey(repetition);
  if (at === undefined || override === undefined || !isFree(at, override, key)) {
    const own = `${isInstance(repetition)} ? ${text} : ${joining.empty}`;
    return rewriteSite(context, expr, joined(context, call, { ...joining, text: own }));
  }
  const { map } = override;
  if (map === undefined) return rewriteSite(context, at.expr, asMapOperand(at, override, text));
  return siteIn(scope.file, map.start, 'instance override', context.label, () =>
    mapSet(scope.file.hcl, map, key, { kind: 'raw', text }),
  );
}

function isFree(at: TraceContext, { entries, fallback }: Override, key: string): boolean {
  return isEmptyForm(at, fallback) && !entries.some((entry) => entry.key === key);
}

/** Turns the overrides of several instances, including the new one, into a map for lookups. */
export function asMapOperand(
  context: TraceContext,
  { entries, fallback }: Override,
  text: string,
): string {
  const { repetition } = context.scope;
  if (repetition === undefined) return text;
  const pairs = [
    ...entries.map(({ key, value }) => `${renderKey(key)} = ${formText(context, value)}`),
    `${renderKey(formKey(repetition))} = ${text}`,
  ];
  return `lookup({ ${pairs.join(', ')} }, ${overlaySelector(repetition)}, ${formText(context, fallback)})`;
}

export function rewriteSite(context: TraceContext, expr: Expression, text: string): Site {
  const { file } = context.scope;
  return expressionSite(file, expr, 'instance override', context.label, { kind: 'raw', text });
}

function joinOf(expr: Expression, name: Joining['name']): Call | undefined {
  return expr.kind === 'call' && expr.name === name && !expr.expandLast ? expr : undefined;
}

/** The map with another one merged over it, as one more operand if it is merged already. */
export function mergedText(context: TraceContext, text: string): string {
  return joined(context, joinOf(context.expr, 'merge'), { name: 'merge', empty: '{}', text });
}

/** Appends the operand to an existing call, on a separate line if its operands are. */
function joined(context: TraceContext, call: Call | undefined, { name, text }: Joining): string {
  const last = call?.args.at(-1);
  if (call === undefined || last === undefined) {
    return `${name}(${formText(context, context.expr)}, ${text})`;
  }
  const whole = formText(context, call);
  const start = last.start - call.start;
  const end = last.end - call.start;
  const lineStart = whole.lastIndexOf('\n', start) + 1;
  const indent = whole.slice(lineStart, start);
  const between = lineStart > 0 && indent.trim() === '' ? `\n${indent}` : ' ';
  return `${whole.slice(0, end)},${between}${text}${whole.slice(end)}`;
}
