import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import { listInsert, listRemove } from '../../../../code/hcl/edit/list.ts';
import { renderHclValue } from '../../../../code/hcl/edit/render.ts';
import type { EditResult, HclInput } from '../../../../code/hcl/edit/types.ts';
import type { Expression, ForTuple, Tuple } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import { evaluatesTo, type TraceContext } from '../trace/context.ts';
import type { Membership } from '../trace/member-search.ts';
import type { Site } from '../types.ts';
import { bare, formKey, formText, isEmptyForm, isInstance, readOverride } from './form.ts';
import { operandSite, rewriteSite } from './operand.ts';
import { withoutEntry, withoutOperand } from './withdraw.ts';

/** Adds a member to a shared list or removes one, for this use or instance only. */
export function listOverrideSite(context: TraceContext, { action, input }: Membership): Site {
  const text = textOfInput(input);
  if (action === 'add') {
    return operandSite(context, { name: 'concat', empty: '[]', text: `[${text}]` });
  }
  const { repetition } = context.scope;
  const original = formText(context, context.expr);
  const name = /\bitem\b/.test(original) ? 'member' : 'item';
  const condition =
    repetition === undefined
      ? `${name} != ${text}`
      : `!(${isInstance(repetition)} && ${name} == ${text})`;
  return rewriteSite(
    context,
    context.expr,
    `[for ${name} in ${original} : ${name} if ${condition}]`,
  );
}

/**
 * Removes an addition or exclusion that applied only to this use, so that the shared list applies
 * again; or extends an existing exclusion by another member.
 */
export function* listWithdrawalSites(
  context: TraceContext,
  membership: Membership,
): Generator<Site> {
  if (context.rest.length > 0) return;
  if (membership.action === 'remove') yield* furtherFilterSites(context, membership.input);
  const edit =
    membership.action === 'add'
      ? withoutFilter(context, membership.element)
      : withoutAddition(context, membership.element);
  if (edit === undefined) return;
  yield siteIn(context.scope.file, context.expr.start, 'instance override', context.label, edit);
}

/** `[for x in shared : x if x != excluded]` or `... if !contains([excluded], x)`. */
interface Filter {
  readonly loop: ForTuple;
  readonly condition: Expression;
  readonly excluded: Expression;
}

function readFilter(context: TraceContext): Filter | undefined {
  const loop = bare(context.expr);
  if (loop.kind !== 'for-tuple' || loop.condition === undefined) return undefined;
  const isItem = (expr: Expression | undefined): boolean =>
    expr?.kind === 'variable' && expr.name === loop.valueName;
  const condition = bare(loop.condition);
  if (!isItem(loop.value)) return undefined;
  if (condition.kind === 'binary' && condition.operator === '!=' && isItem(condition.left)) {
    return { loop, condition: loop.condition, excluded: condition.right };
  }
  const call =
    condition.kind === 'unary' && condition.operator === '!' ? condition.value : undefined;
  const [list, item] = call?.kind === 'call' && call.name === 'contains' ? call.args : [];
  if (list?.kind !== 'tuple' || !isItem(item)) return undefined;
  return { loop, condition: loop.condition, excluded: list };
}

function* furtherFilterSites(context: TraceContext, input: HclInput): Generator<Site> {
  const filter = readFilter(context);
  const { repetition, file } = context.scope;
  if (filter === undefined || repetition !== undefined) return;
  const { excluded, loop, condition } = filter;
  if (excluded.kind === 'tuple') {
    yield siteIn(file, excluded.start, 'instance override', context.label, () =>
      listInsert(file.hcl, excluded, input),
    );
    return;
  }
  const text = `!contains([${formText(context, excluded)}, ${textOfInput(input)}], ${loop.valueName})`;
  yield rewriteSite(context, condition, text);
}

function withoutFilter(context: TraceContext, element: Json): (() => EditResult) | undefined {
  const filter = readFilter(context);
  if (filter === undefined) return undefined;
  const { excluded, loop } = filter;
  const { file } = context.scope;
  const unfiltered = (): EditResult =>
    setExpression(file.hcl, context.expr, {
      kind: 'raw',
      text: formText(context, loop.collection),
    });
  if (excluded.kind !== 'tuple')
    return evaluatesTo(context, excluded, element) ? unfiltered : undefined;
  const index = indexOf(context, excluded, element);
  if (index < 0) return undefined;
  return excluded.items.length === 1 ? unfiltered : () => listRemove(file.hcl, excluded, index);
}

/** Removes the operand of `concat` that contains only this member. */
function withoutAddition(context: TraceContext, element: Json): (() => EditResult) | undefined {
  const call = bare(context.expr);
  if (call.kind !== 'call' || call.name !== 'concat' || call.expandLast) return undefined;
  const { repetition } = context.scope;
  for (const [index, expr] of call.args.entries()) {
    const operand = { ...context, expr };
    if (isOnly(operand, expr, element)) return () => withoutOperand(context, call, index);
    const override = readOverride(operand);
    if (override === undefined || repetition === undefined) continue;
    const own = override.entries.find((entry) => entry.key === formKey(repetition));
    if (own === undefined || !isOnly(operand, own.value, element)) continue;
    if (!isEmptyForm(operand, override.fallback)) continue;
    return override.entries.length === 1
      ? () => withoutOperand(context, call, index)
      : () => withoutEntry(operand, override, own.key);
  }
  return undefined;
}

function isOnly(context: TraceContext, expr: Expression, element: Json): boolean {
  const tuple = bare(expr);
  return (
    tuple.kind === 'tuple' && tuple.items.length === 1 && indexOf(context, tuple, element) === 0
  );
}

function indexOf(context: TraceContext, tuple: Tuple, element: Json): number {
  return tuple.items.findIndex((item) => evaluatesTo(context, item, element));
}

function textOfInput(input: HclInput): string {
  return input.kind === 'raw' ? input.text : renderHclValue(input.value, { layout: 'inline' });
}
