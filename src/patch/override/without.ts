import { applyEdits } from '../../hcl/edit/apply.ts';
import { mapRemoveItem } from '../../hcl/edit/map.ts';
import { renderKey, renderValue } from '../../hcl/edit/render.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import { isSensitiveDeep } from '../../hcl/eval/marks.ts';
import type { Call, Expression, ObjectExpression } from '../../hcl/syntax/ast.ts';
import { isJsonObject, type Json } from '../../model/json.ts';
import { type Context, entriesIn, valueIn } from '../trace/context.ts';
import { entryKey } from '../trace/follow.ts';
import type { Site } from '../types.ts';
import { bare, isInstance, textOf } from './form.ts';
import { rewriteSite } from './operand.ts';

/** The longest map that is written on one line, in characters. */
const longest = 80;

/**
 * One use, or one instance, does without an entry of a map that others share: it gets the other
 * entries, by reference where the map has a name.
 */
export function* withoutSites(context: Context, want: Json): Generator<Site> {
  const { rest, scope, expr } = context;
  const [key, ...inner] = rest;
  if (want !== null || typeof key !== 'string' || inner.length > 0) return;
  const text = without(context, expr, key);
  if (text === undefined) return;
  const { repetition } = scope;
  const original = textOf(context, expr);
  const otherwise = expr.kind === 'conditional' ? `(${original})` : original;
  yield rewriteSite(
    context,
    expr,
    repetition === undefined ? text : `${isInstance(repetition)} ? ${text} : ${otherwise}`,
  );
}

/** The expression without the entry; undefined where not all of it can be told. */
function without(context: Context, expr: Expression, key: string): string | undefined {
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
    const step = /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `[${renderValue(name)}]`;
    if (isName) return [name, `${textOf(context, plain)}${step}`] as const;
    const json = valueToJson(entry);
    return [name, json === undefined ? undefined : renderValue(json)] as const;
  });
  if (written.some(([, text]) => text === undefined)) return undefined;
  return mapText(written.map(([name, text]) => `${renderKey(name)} = ${text}`));
}

function mapText(entries: readonly string[]): string {
  const inline = `{ ${entries.join(', ')} }`;
  if (entries.length === 0) return '{}';
  return inline.length <= longest ? inline : `{\n${entries.map((each) => `  ${each}\n`).join('')}}`;
}

/** The literal as it is written, comments included, but for the one item. */
function withoutItem(context: Context, object: ObjectExpression, key: string): string | undefined {
  const { file } = context.scope;
  const item = object.items.find((each) => entryKey(context, each) === key);
  const removed = item && mapRemoveItem(file.hcl, object, item);
  if (removed?.ok !== true) return undefined;
  const edited = applyEdits(file.text, removed.edits);
  if (!edited.ok) return undefined;
  return edited.value.slice(object.start, edited.value.length - (file.text.length - object.end));
}

/** Each operand that supplies the entry goes without it; one that has no other goes itself. */
function withoutInOperands(context: Context, call: Call, key: string): string | undefined {
  const operands = call.args.map((operand) => {
    const json = valueToJson(valueIn(context, operand));
    const hasKey = isJsonObject(json) && Object.hasOwn(json, key);
    return hasKey ? without(context, operand, key) : textOf(context, operand);
  });
  if (operands.includes(undefined)) return undefined;
  const left = operands.filter((text) => text !== '{}');
  const [only = '{}', ...more] = left;
  return more.length === 0 ? only : `merge(${left.join(', ')})`;
}
