import { mapRemoveItem } from '../../../../code/hcl/edit/map.ts';
import { renderHclValue, renderKey } from '../../../../code/hcl/edit/render.ts';
import { entriesIn } from '../../../../code/hcl/eval/elements.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../../../code/hcl/eval/marks.ts';
import type { Call, Expression, ObjectExpression } from '../../../../code/hcl/syntax/ast.ts';
import type { Json } from '../../../../model/json.ts';
import { applyEdits } from '../../../../text/edits.ts';
import { hasKey, type TraceContext, valueIn } from '../trace/context.ts';
import { entryKey } from '../trace/follow.ts';
import type { Site } from '../types.ts';
import { bare, formText, isInstance } from './form.ts';
import { rewriteSite } from './operand.ts';

/** The maximum length of a map that is written on one line, in characters. */
const longest = 80;

/**
 * Removes an entry of a shared map for one use or instance, which gets the other entries, by
 * reference if the map has a name.
 */
export function* withoutSites(context: TraceContext, want: Json): Generator<Site> {
  const { rest, scope, expr } = context;
  const [key, ...inner] = rest;
  if (want !== null || typeof key !== 'string' || inner.length > 0) return;
  const text = without(context, expr, key);
  if (text === undefined) return;
  const { repetition } = scope;
  if (repetition === undefined) {
    yield rewriteSite(context, expr, text);
    return;
  }
  const part = suppliers(context, expr, key);
  const only = part.length === 1 ? part[0] : undefined;
  // Of several operands, only the one with the entry becomes conditional.
  const chosen = only === undefined ? undefined : without(context, only, key);
  const [at, left] = only === undefined || chosen === undefined ? [expr, text] : [only, chosen];
  const original = formText(context, at);
  const otherwise = at.kind === 'conditional' ? `(${original})` : original;
  yield rewriteSite(context, at, choice(isInstance(repetition), left, otherwise));
}

/**
 * Indents a line that closes one bracket and opens another, as `terraform fmt` does: it adds up the
 * brackets of the line.
 */
function choice(condition: string, yes: string, no: string): string {
  const isBridge = /\n[ \t]*[)\]}]+$/.test(yes) && /^[^\n]*[([{]\r?\n/.test(no);
  const placed = isBridge ? yes.replace(/\n([ \t]*[)\]}]+)$/, '\n  $1') : yes;
  return `${condition} ? ${placed} : ${no}`;
}

/** The operands of a `merge` call that have the entry; empty if one of them is a literal. */
function suppliers(context: TraceContext, expr: Expression, key: string): readonly Expression[] {
  const call = bare(expr);
  if (call.kind !== 'call' || call.name !== 'merge' || call.expandLast) return [];
  const own = call.args.filter((operand) => hasKey(context, operand, key));
  return own.some((operand) => bare(operand).kind === 'object') ? [] : own;
}

/** The expression without the entry; undefined if its other entries cannot be determined. */
function without(context: TraceContext, expr: Expression, key: string): string | undefined {
  const plain = bare(expr);
  if (plain.kind === 'object') return withoutItem(context, plain, key);
  if (plain.kind === 'call' && plain.name === 'merge' && !plain.expandLast) {
    return withoutInOperands(context, plain, key);
  }
  const value = valueIn(context, plain);
  const others = [...(entriesIn(value) ?? [])].filter(([name]) => name !== key);
  if (entriesIn(value) === undefined || isSensitiveDeep(value)) return undefined;
  const isName = plain.kind === 'variable' || plain.kind === 'get';
  const written = others.map(([name, entry]) => {
    const step = /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `[${renderHclValue(name)}]`;
    if (isName) return [name, `${formText(context, plain)}${step}`] as const;
    const json = valueToJson(entry);
    return [name, json === undefined ? undefined : renderHclValue(json)] as const;
  });
  if (written.some(([, text]) => text === undefined)) return undefined;
  return mapText(written.map(([name, text]) => `${renderKey(name)} = ${text}`));
}

function mapText(entries: readonly string[]): string {
  const inline = `{ ${entries.join(', ')} }`;
  if (entries.length === 0) return '{}';
  return inline.length <= longest ? inline : `{\n${entries.map((each) => `  ${each}\n`).join('')}}`;
}

/** The literal as written, including comments, but without the item. */
function withoutItem(
  context: TraceContext,
  object: ObjectExpression,
  key: string,
): string | undefined {
  const { file } = context.scope;
  const item = object.items.find((each) => entryKey(context, each) === key);
  const removed = item && mapRemoveItem(file.hcl, object, item);
  if (removed?.ok !== true) return undefined;
  const edited = applyEdits(file.text, removed.edits);
  if (!edited.ok) return undefined;
  return edited.value.slice(object.start, edited.value.length - (file.text.length - object.end));
}

/**
 * Removes the entry from each operand that supplies it, or the operand if it has no other entry.
 */
function withoutInOperands(context: TraceContext, call: Call, key: string): string | undefined {
  const operands = call.args.map((operand) =>
    hasKey(context, operand, key) ? without(context, operand, key) : formText(context, operand),
  );
  if (operands.includes(undefined)) return undefined;
  const left = operands.filter((text) => text !== '{}');
  const [only = '{}', ...more] = left;
  return more.length === 0 ? only : `merge(${left.join(', ')})`;
}
