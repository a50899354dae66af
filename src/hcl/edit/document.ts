import { canonicalJson, type Json } from '../../model/json.ts';
import type { Attribute, Body, Expression, HclFile, HeredocTemplate } from '../syntax/ast.ts';
import { parseExpression } from '../syntax/parse.ts';

/** The JSON object or list that a string holds, as policies do; undefined for any other text. */
export function parseDocument(text: string): { readonly value: Json } | undefined {
  const start = text.trimStart()[0];
  if (start !== '{' && start !== '[') return undefined;
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** True when two strings hold JSON documents that mean the same. */
export function sameDocument(a: Json, b: Json): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const left = parseDocument(a);
  const right = left === undefined ? undefined : parseDocument(b);
  if (left === undefined || right === undefined) return false;
  return canonicalJson(left.value) === canonicalJson(right.value);
}

export interface DocumentView {
  /** The file's text with the document as the value of its only argument. */
  readonly view: HclFile;
  readonly expression: Expression;
}

/**
 * The JSON document that a heredoc is, as a syntax tree: JSON is an expression in HCL too, and so
 * are the interpolations in it. Offsets are those of the file.
 */
export function documentIn(file: HclFile, heredoc: HeredocTemplate): DocumentView | undefined {
  const { bodyStart, bodyEnd } = heredoc;
  if (heredoc.parts.some((part) => part.kind === 'directive')) return undefined;
  const blanks = ' '.repeat(bodyStart);
  const parsed = parseExpression(blanks + file.text.slice(bodyStart, bodyEnd));
  if (!parsed.ok || !isPlainJson(parsed.value, file.text)) return undefined;
  const { start, end } = parsed.value;
  const argument: Attribute = {
    kind: 'attribute',
    start,
    end,
    name: 'document',
    nameEnd: start,
    equals: start,
    value: parsed.value,
  };
  const body: Body = { kind: 'body', start, end, items: [argument] };
  return { view: { text: file.text, body, errors: [] }, expression: parsed.value };
}

/** True for what JSON has, where strings may have interpolations. */
function isPlainJson(expression: Expression, text: string): boolean {
  switch (expression.kind) {
    case 'number':
    case 'keyword':
    case 'quoted':
      return true;
    case 'unary':
      return expression.operator === '-' && expression.value.kind === 'number';
    case 'tuple':
      return expression.items.every((item) => isPlainJson(item, text));
    case 'object':
      return expression.items.every(
        (item) =>
          item.key.kind === 'quoted' &&
          text[item.separator] === ':' &&
          isPlainJson(item.value, text),
      );
    default:
      return false;
  }
}
