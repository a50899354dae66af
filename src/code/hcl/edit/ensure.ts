import { isJsonArray } from '../../../model/json.ts';
import { sameValue } from '../../../model/json-compare.ts';
import type { TextEdit } from '../../../model/patch.ts';
import { applyEdits, composeEdits } from '../../../text/edits.ts';
import type { Attribute, Block, Body, Expression, HclFile, Tuple } from '../syntax/ast.ts';
import { parseHcl } from '../syntax/parse.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import { insertAttribute } from './attribute.ts';
import { insertBlock } from './block.ts';
import { setExpression } from './expression.ts';
import { attributesOf, blocksOf, findAttribute, findBlock, pathTo } from './find.ts';
import { rawExpression } from './input.ts';
import { listInsert } from './list.ts';
import { literalValue } from './literal.ts';
import { type BlockParts, type EditResult, type HclInput, json, raw, refuse } from './types.ts';

/**
 * Sees to it that the list set by the argument `name` has an element, as `ignore_changes` shall.
 * No edit when it is there; the argument is added when it is not.
 */
export function ensureListElement(
  file: HclFile,
  body: Body,
  name: string,
  element: HclInput,
): EditResult {
  if (!attributesOf(body).some((attribute) => attribute.name === name)) {
    return insertAttribute(file, body, name, listOf(element));
  }
  const attribute = findAttribute(file, body, name);
  if (!attribute.ok) return attribute;
  const list = attribute.value.value;
  if (list.kind === 'tuple') return ensureElements(file, list, [element]);
  const message = `The argument "${name}" is not a list written out here.`;
  return refuse(file, 'not-literal', list, message);
}

function listOf(element: HclInput): HclInput {
  return element.kind === 'raw' ? raw(`[${element.text}]`) : json([element.value]);
}

function ensureElements(file: HclFile, list: Tuple, elements: readonly HclInput[]): EditResult {
  const missing = elements.filter((one) => !list.items.some((item) => isSame(file, item, one)));
  return missing.length === 0 ? { ok: true, edits: [] } : listInsert(file, list, missing);
}

/** True when an element says the same, spacing aside. */
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

/**
 * Sees to it that a body has a block of that type and labels with these arguments: what is
 * missing is added, lists get the elements they lack, other values are set.
 */
export function ensureNestedBlock(file: HclFile, body: Body, input: BlockParts): EditResult {
  if (blocksOf(body, input.type, input.labels).length === 0) return insertBlock(file, body, input);
  const block = findBlock(file, body, input.type, input.labels);
  if (!block.ok) return block;
  const place = placeOf(file, block.value);
  let edits: readonly TextEdit[] = [];
  // One argument after the other, each in the newest text, since they may share a place.
  for (const { name, value } of input.attributes) {
    const applied = applyEdits(file.text, edits);
    const view = parseHcl(applied.ok ? applied.value : file.text);
    const target = blockAt(view, place) ?? block.value;
    const made = ensureAttribute(view, target.body, name, value);
    if (!made.ok) return made;
    edits = composeEdits(file.text.length, edits, made.edits);
  }
  return { ok: true, edits };
}

/** Which item of which item of the file a block is; edits inside it do not change that. */
function placeOf(file: HclFile, block: Block): readonly number[] {
  const path = pathTo(file, block);
  return path.flatMap((node, index) => {
    const next = path[index + 1];
    if (node.kind !== 'body' || next === undefined) return [];
    const items: readonly SyntaxNode[] = node.items;
    return [items.indexOf(next)];
  });
}

function blockAt(file: HclFile, place: readonly number[]): Block | undefined {
  let body = file.body;
  let block: Block | undefined;
  for (const index of place) {
    const item = body.items[index];
    if (item?.kind !== 'block') return undefined;
    block = item;
    body = item.body;
  }
  return block;
}

function ensureAttribute(file: HclFile, body: Body, name: string, value: HclInput): EditResult {
  const attribute: Attribute | undefined = attributesOf(body).find((one) => one.name === name);
  if (attribute === undefined) return insertAttribute(file, body, name, value);
  const elements = elementsOf(value);
  return attribute.value.kind === 'tuple' && elements !== undefined
    ? ensureElements(file, attribute.value, elements)
    : setExpression(file, attribute.value, value);
}

function elementsOf(value: HclInput): readonly HclInput[] | undefined {
  if (value.kind === 'json') return isJsonArray(value.value) ? value.value.map(json) : undefined;
  const text = value.text.trim();
  const list = rawExpression(text);
  if (list?.kind !== 'tuple') return undefined;
  // `rawExpression` reads behind `x = `.
  const offset = list.start;
  return list.items.map((item) => raw(text.slice(item.start - offset, item.end - offset)));
}
