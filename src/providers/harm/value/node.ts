import { isJsonArray, isJsonObject, type Json, own } from '../../../model/json.ts';
import { isMasked } from '../../../model/masked.ts';
import type { Marks } from '../change.ts';

/** A value on one side, with its marks. */
export interface ValueNode {
  /** Undefined if it is absent. */
  readonly value: Json | undefined;
  readonly unknown: Marks | undefined;
  readonly secret: Marks | undefined;
}

/** A place before and after the change. */
export interface Pair {
  readonly before: ValueNode;
  readonly after: ValueNode;
}

export const emptyNode: ValueNode = { value: undefined, unknown: undefined, secret: undefined };

/** The member of an object; empty for anything else. */
export function memberNode(node: ValueNode, name: string): ValueNode {
  const { value, unknown, secret } = node;
  if (value === undefined && unknown === undefined) return emptyNode;
  return {
    value: isJsonObject(value) ? own(value, name) : undefined,
    unknown: markOf(unknown, name),
    secret: markOf(secret, name),
  };
}

/** The elements of a list or set, with their marks. */
export function nodeElements(node: ValueNode): readonly ValueNode[] {
  const { value, unknown, secret } = node;
  if (!isJsonArray(value)) return [];
  return value.map((element, index) => ({
    value: element,
    unknown: markAt(unknown, index),
    secret: markAt(secret, index),
  }));
}

/** True if the value, or anything inside it, is masked or unknown. */
export function isUnknownNode({ value, unknown }: ValueNode): boolean {
  return hasMark(unknown) || holdsMask(value);
}

/** True if the entire value is hidden, so that there are no elements to compare. */
export function isHiddenWhole({ value, unknown }: ValueNode): boolean {
  return unknown === true || (typeof value === 'string' && isMasked(value));
}

export function isSecretNode({ secret }: ValueNode): boolean {
  return hasMark(secret);
}

/**
 * True for values that count as absent: null, an empty text, list or map, and a list of null or
 * empty texts.
 */
export function isEmptyNode(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isJsonArray(value)) return value.every((each) => each === null || each === '');
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** True if nothing is set and nothing is hidden. */
export function isAbsent(node: ValueNode): boolean {
  return isEmptyNode(node.value) && !hasMark(node.unknown);
}

function markOf(marks: Marks | undefined, name: string): Marks | undefined {
  if (marks === true) return true;
  return isJsonObject(marks) ? own(marks, name) : undefined;
}

function markAt(marks: Marks | undefined, index: number): Marks | undefined {
  if (marks === true) return true;
  return isJsonArray(marks) ? marks[index] : undefined;
}

export function hasMark(marks: Marks | undefined): boolean {
  if (marks === undefined || typeof marks === 'boolean') return marks === true;
  if (isJsonArray(marks)) return marks.some(hasMark);
  return isJsonObject(marks) && Object.values(marks).some(hasMark);
}

function holdsMask(value: Json | undefined): boolean {
  if (typeof value === 'string') return isMasked(value);
  if (isJsonArray(value)) return value.some(holdsMask);
  return isJsonObject(value) && Object.values(value).some(holdsMask);
}
