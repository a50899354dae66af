import type { Body, Expression, HclFile, Tuple } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { insertAttribute } from './attribute.ts';
import { freshElement, listSequence } from './collection.ts';
import { attributesOf, checkTarget, findAttribute } from './find.ts';
import { rawExpression } from './input.ts';
import { literalValue, sameValue } from './literal.ts';
import { type Planned, rewriteMembers } from './members.ts';
import { type EditResult, type HclInput, raw, refuse } from './types.ts';

/** Inserts an element in front of the one at `index`; at the end without an index. */
export function listInsert(
  file: HclFile,
  tuple: Tuple,
  value: HclInput | readonly HclInput[],
  index: number = tuple.items.length,
): EditResult {
  const values: readonly HclInput[] = 'kind' in value ? [value] : value;
  if (index < 0 || index > tuple.items.length) return noElement(file, tuple, index);
  const old = [...tuple.items.keys()];
  const fresh = values.map((one) => freshElement(file, tuple, one));
  return rewriteList(file, tuple, [...old.slice(0, index), ...fresh, ...old.slice(index)]);
}

/** Removes `count` elements from `index` on. */
export function listRemove(file: HclFile, tuple: Tuple, index: number, count = 1): EditResult {
  if (index < 0 || count < 1 || index + count > tuple.items.length) {
    return noElement(file, tuple, index);
  }
  const kept = [...tuple.items.keys()].filter((at) => at < index || at >= index + count);
  return rewriteList(file, tuple, kept);
}

function rewriteList(file: HclFile, tuple: Tuple, plan: readonly Planned[]): EditResult {
  const refused = checkTarget(file, tuple);
  if (refused !== undefined) return refused;
  const edits = rewriteMembers(file, listSequence(file, tuple), plan);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

function noElement(file: HclFile, tuple: Tuple, index: number): EditResult {
  const count = tuple.items.length;
  return refuse(file, 'not-found', tuple, `The list has ${count} elements, none at ${index}.`);
}

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
  if (list.kind !== 'tuple') {
    return refuse(
      file,
      'not-literal',
      list,
      `The argument "${name}" is not a list written out here.`,
    );
  }
  const isThere = list.items.some((item) => isSame(file, item, element));
  return isThere ? { ok: true, edits: [] } : listInsert(file, list, element);
}

function listOf(element: HclInput): HclInput {
  return element.kind === 'raw'
    ? raw(`[${element.text}]`)
    : { kind: 'json', value: [element.value] };
}

/** True when the element says the same, spacing aside. */
function isSame(file: HclFile, item: Expression, element: HclInput): boolean {
  if (element.kind === 'json') {
    const value = literalValue(item, file.text);
    return value !== undefined && sameValue(value, element.value, 'loose');
  }
  const wanted = rawExpression(element.text.trim()) === undefined ? undefined : element.text;
  return wanted !== undefined && squeeze(wanted) === squeeze(file.text.slice(item.start, item.end));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
