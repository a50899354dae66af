import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import { mapRemove } from '../../../../code/hcl/edit/map.ts';
import { renderKey } from '../../../../code/hcl/edit/render.ts';
import type { EditResult } from '../../../../code/hcl/edit/types.ts';
import type { Call, Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import { isJsonObject, type Json, sameJson } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import { evaluated, evaluatesTo, hasKey, type TraceContext } from '../trace/context.ts';
import { entryKey } from '../trace/follow.ts';
import type { Site } from '../types.ts';
import { bare, formKey, formText, type Override, overlaySelector, readOverride } from './form.ts';

/**
 * Returns the value of one instance or use to the shared one by removing the override that made it
 * different, instead of repeating the shared value.
 */
export function* withdrawalSites(context: TraceContext, want: Json): Generator<Site> {
  if (context.rest.length > 0) {
    yield* entryWithdrawalSites(context, want);
    return;
  }
  const override = readOverride(context);
  const { repetition } = context.scope;
  if (override === undefined || repetition === undefined) return;
  const key = formKey(repetition);
  if (!override.entries.some((entry) => entry.key === key)) return;
  if (!evaluatesTo(context, override.fallback, want)) return;
  yield withdrawal(context, context.expr.start, () => withoutEntry(context, override, key));
}

/** Removes the entry from an override; removing the last entry removes the override. */
export function withoutEntry(context: TraceContext, override: Override, key: string): EditResult {
  const { entries, fallback, map } = override;
  const { expr, scope } = context;
  const others = entries.filter((entry) => entry.key !== key);
  const { repetition } = scope;
  if (others.length === 0 || repetition === undefined) {
    return rewritten(context, expr, formText(context, bare(fallback)));
  }
  if (map !== undefined) return mapRemove(scope.file.hcl, map, key);
  const pairs = others.map(
    (entry) => `${renderKey(entry.key)} = ${formText(context, entry.value)}`,
  );
  const text = `lookup({ ${pairs.join(', ')} }, ${overlaySelector(repetition)}, ${formText(context, fallback)})`;
  return rewritten(context, expr, text);
}

/** `merge(shared, { key = own })`, where `shared` has the wanted value. */
function* entryWithdrawalSites(context: TraceContext, want: Json): Generator<Site> {
  const [key, ...deeper] = context.rest;
  const call = bare(context.expr);
  if (typeof key !== 'string' || deeper.length > 0) return;
  if (call.kind !== 'call' || call.name !== 'merge' || call.expandLast) return;
  const at = call.args.findLastIndex((operand) => hasKey(context, operand, key));
  const supplier = call.args[at];
  const shared = call.args.slice(0, at).findLast((operand) => hasKey(context, operand, key));
  if (supplier === undefined || shared === undefined) return;
  const value = evaluated(context, shared);
  if (!isJsonObject(value) || !sameJson(value[key], want)) return;
  const operand = { ...context, expr: supplier, rest: [] };
  const own = ownEntries(operand);
  if (own === undefined || !own.items.some((item) => entryKey(operand, item) === key)) return;
  yield withdrawal(context, supplier.start, () => {
    if (own.items.length > 1) return mapRemove(context.scope.file.hcl, own, key);
    return withoutOwn(operand, () => withoutOperand(context, call, at));
  });
}

/** The object literal that an operand provides for this instance only, or for every instance. */
function ownEntries(operand: TraceContext): ObjectExpression | undefined {
  const expr = bare(operand.expr);
  if (expr.kind === 'object') return expr;
  const override = readOverride(operand);
  const { repetition } = operand.scope;
  if (override === undefined || repetition === undefined) return undefined;
  const entry = override.entries.find((each) => each.key === formKey(repetition));
  const value = entry && bare(entry.value);
  return value?.kind === 'object' ? value : undefined;
}

/**
 * Removing an operand's last entry removes the operand, unless other instances have entries in it.
 */
function withoutOwn(operand: TraceContext, gone: () => EditResult): EditResult {
  const override = readOverride(operand);
  const { repetition } = operand.scope;
  if (override === undefined || repetition === undefined || override.entries.length === 1) {
    return gone();
  }
  return withoutEntry(operand, override, formKey(repetition));
}

/** Removes an operand from a call; a call that is left with one operand is replaced by it. */
export function withoutOperand(context: TraceContext, call: Call, index: number): EditResult {
  const others = call.args.filter((_, at) => at !== index);
  const [only] = others;
  if (only !== undefined && others.length === 1) {
    return rewritten(context, call, formText(context, only));
  }
  const operand = call.args[index];
  const before = call.args[index - 1];
  if (operand === undefined || before === undefined) return rewritten(context, call, '{}');
  const edit = { offset: before.end, length: operand.end - before.end, text: '' };
  return { ok: true, edits: [edit] };
}

function rewritten({ scope }: TraceContext, expr: Expression, text: string): EditResult {
  return setExpression(scope.file.hcl, expr, { kind: 'raw', text });
}

function withdrawal(context: TraceContext, offset: number, edit: () => EditResult): Site {
  return siteIn(context.scope.file, offset, 'instance override', context.label, edit);
}
