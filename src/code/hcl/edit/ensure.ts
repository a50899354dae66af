import { sameValue } from '../../../model/json-compare.ts';
import type { Body, Expression, HclFile, Tuple } from '../syntax/ast.ts';
import { insertAttribute } from './attribute.ts';
import { attributesInBody, findAttribute } from './find.ts';
import { listInsert } from './list.ts';
import { literalValue } from './literal.ts';
import { type EditResult, type HclInput, jsonLiteral, raw, refuseEdit } from './types.ts';

/**
 * Makes sure that the list in the argument `name` has an element, e.g. in `ignore_changes`. There
 * is no edit if the element is there already; the argument is added if it is missing.
 */
export function ensureListElement(
  file: HclFile,
  body: Body,
  name: string,
  element: HclInput,
): EditResult {
  if (!attributesInBody(body).some((attribute) => attribute.name === name)) {
    return insertAttribute(file, body, name, listOf(element));
  }
  const attribute = findAttribute(file, body, name);
  if (!attribute.ok) return attribute;
  const list = attribute.value.value;
  if (list.kind === 'tuple') return ensureElements(file, list, [element]);
  const message = `The argument "${name}" is not a list written out here.`;
  return refuseEdit(file, 'not-literal', list, message);
}

function listOf(element: HclInput): HclInput {
  return element.kind === 'raw' ? raw(`[${element.text}]`) : jsonLiteral([element.value]);
}

function ensureElements(file: HclFile, list: Tuple, elements: readonly HclInput[]): EditResult {
  const missing = elements.filter((one) => !list.items.some((item) => isSame(file, item, one)));
  return missing.length === 0 ? { ok: true, edits: [] } : listInsert(file, list, missing);
}

/** True if the two elements are equal apart from spacing. */
function isSame(file: HclFile, item: Expression, element: HclInput): boolean {
  const { text } = file;
  if (element.kind === 'raw')
    return squeeze(element.text) === squeeze(text.slice(item.start, item.end));
  const value = literalValue(item, text);
  return value !== undefined && sameValue(value, element.value, 'loose');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
