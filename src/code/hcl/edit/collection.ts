import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { hasNewline } from '../../../text/lines.ts';
import type { Expression, HclFile, ObjectExpression, ObjectItem, Tuple } from '../syntax/ast.ts';
import { columnsOf } from './align.ts';
import { isInline } from './expression.ts';
import { heredocStyleAt } from './heredoc.ts';
import { inputText, type Placement } from './input.ts';
import { hasQuotedKeys } from './key-style.ts';
import { itemKey } from './literal.ts';
import type { RegionMember } from './region.ts';
import { renderKey } from './render.ts';
import type { FreshElement, Sequence } from './sequence.ts';
import { endsLine } from './trivia.ts';
import { foundEdit, type HclInput } from './types.ts';

/** The elements of a list, in the form that `rewriteMembers` takes. */
export function listSequence(file: HclFile, tuple: Tuple): Sequence {
  return {
    members: tuple.items.map((item, index) => withComma(item, tuple.commas[index])),
    open: tuple.start + 1,
    close: tuple.end - 1,
    commas: 'required',
    trailing: true,
    padding: '',
    empty: isBeside(file, tuple) ? 'inline' : 'fit',
  };
}

/** The items of an object, in the form that `rewriteMembers` takes. */
export function objectSequence(file: HclFile, object: ObjectExpression): Sequence {
  return {
    members: object.items.map((item) => withComma(item, item.comma)),
    open: object.start + 1,
    close: object.end - 1,
    commas: 'optional',
    trailing: false,
    padding: ' ',
    empty: isBeside(file, object) ? 'inline' : 'lines',
  };
}

/** True if something else shares the line, so that the collection must stay inline. */
function isBeside(file: HclFile, collection: Tuple | ObjectExpression): boolean {
  return isInline(file, collection) || !endsLine(file.text, collection.end);
}

function withComma(
  span: { readonly start: number; readonly end: number },
  comma?: number,
): RegionMember {
  const { start, end } = span;
  return comma === undefined ? { start, end } : { start, end, comma };
}

/** A new list element, laid out like the other elements of its kind. */
export function freshElement(file: HclFile, tuple: Tuple, input: HclInput): FreshElement {
  const like = likeNeighbors(file, tuple.items, input);
  return (placement) =>
    inputText(file, like.input, { ...placement, ...layoutFor(placement, like) }, tuple);
}

/** A new object item; its key and separator are written like those of the other items. */
export function freshItem(
  file: HclFile,
  object: ObjectExpression,
  key: string,
  input: HclInput,
): FreshElement {
  const values = object.items.map((item) => item.value);
  const like = likeNeighbors(file, values, input);
  const head = keyText(object, key) + separatorText(file, object);
  return (placement) => {
    const column = (placement.column ?? 0) + columnsOf(head);
    const heredoc = heredocStyleAt(file, object, undefined);
    const place = { ...placement, ...layoutFor(placement, like), column, heredoc };
    const text = inputText(file, like.input, place, object);
    return text.ok ? foundEdit(head + text.value) : text;
  };
}

function keyText(object: ObjectExpression, key: string): string {
  return renderKey(key, hasQuotedKeys(object));
}

function separatorText(file: HclFile, object: ObjectExpression): string {
  const last = object.items.at(-1);
  if (last === undefined) return ' = ';
  const gap = file.text.slice(last.key.end, last.value.start);
  if (gap === '=') return gap;
  return gap.includes('=') ? ' = ' : gap.replace(/[ \t]+/g, ' ');
}

interface Like {
  readonly input: HclInput;
  readonly layout?: 'inline' | 'lines';
  readonly quotedKeys?: boolean;
}

/** Gives a list or object the layout and key order of the last sibling of the same kind. */
function likeNeighbors(file: HclFile, values: readonly Expression[], input: HclInput): Like {
  if (input.kind === 'raw' || input.value === null || typeof input.value !== 'object') {
    return { input };
  }
  const { value } = input;
  const kind = isJsonArray(value) ? 'tuple' : 'object';
  const model = values.findLast(
    (one): one is Tuple | ObjectExpression =>
      one.kind === kind && 'items' in one && one.items.length > 0,
  );
  if (model === undefined) return { input };
  const layout = hasNewline(file.text, model.start, model.end) ? 'lines' : 'inline';
  const quotedKeys = model.kind === 'object' && hasQuotedKeys(model);
  return { input: { kind: 'json', value: orderLike(file, value, model) }, layout, quotedKeys };
}

function orderLike(file: HclFile, value: Json, model: Tuple | ObjectExpression): Json {
  if (!isJsonObject(value) || model.kind !== 'object') return value;
  const keys = model.items.map((item: ObjectItem) => itemKey(item, file.text));
  const known = keys.filter((key): key is string => key !== undefined && Object.hasOwn(value, key));
  const order = new Set([...known, ...Object.keys(value)]);
  return Object.fromEntries([...order].map((key) => [key, value[key] ?? null]));
}

function layoutFor(placement: Placement, { layout, quotedKeys = false }: Like): Placement {
  if (placement.layout === 'inline' || layout === undefined) return { quotedKeys };
  return { layout, quotedKeys };
}
