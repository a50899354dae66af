import { mentionsSecret } from '../../model/credential/name.ts';
import type { DriftValue } from '../../model/drift.ts';
import { isJsonObject, type Json } from '../../model/json.ts';
import { isMasked } from '../../model/masked.ts';
import type { AttributePath, PathStep } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { atomsOf } from '../../providers/catalog/elements.ts';
import {
  emptyNode,
  hasMark,
  isEmptyNode,
  memberNode,
  nodeElements,
  type ValueNode,
} from '../../providers/harm/value/node.ts';
import { identityNode, isSameNode } from '../../providers/harm/value/same.ts';
import type { Side } from './plan/types.ts';

/**
 * The value at a path in one side of a resource of the given type, with its marks; empty if the
 * side does not exist. An element step may match a part of a member: a rule with two sources counts
 * as two rules.
 */
export function nodeAt(side: Side | undefined, path: AttributePath, type: string): ValueNode {
  if (side === undefined) return emptyNode;
  const { values, unknown, sensitive } = side;
  let node: ValueNode = { value: values, unknown, secret: sensitive };
  for (const [index, step] of path.entries()) {
    const block = path[index - 1];
    node = stepInto(node, step, { type, block: typeof block === 'string' ? block : '' });
  }
  return node;
}

interface Within {
  readonly type: string;
  readonly block: string;
}

function stepInto(node: ValueNode, step: PathStep, { type, block }: Within): ValueNode {
  if (node.unknown === true) return { value: undefined, unknown: true, secret: node.secret };
  if (typeof step === 'string') {
    // A single block may be addressed without its index.
    const [only, ...more] = nodeElements(node);
    return memberNode(only !== undefined && more.length === 0 ? only : node, step);
  }
  const elements = nodeElements(node);
  if (typeof step === 'number') return elements[step] ?? emptyNode;
  const whole = elements.find(({ value }) => isLikeValue(value, step.element));
  if (whole !== undefined) return whole;
  for (const { value, ...marks } of elements) {
    const atoms = value === undefined ? [] : atomsOf(type, block, value);
    const part = atoms.find((atom) => isLikeValue(atom, step.element));
    if (part !== undefined) return { ...marks, value: part };
  }
  return emptyNode;
}

/** Whether a member of a set matches a description, which may omit attributes of the member. */
export function isLikeValue(member: Json | undefined, description: Json): boolean {
  if (!isJsonObject(description) || !isJsonObject(member)) return isSameNode(member, description);
  return Object.entries(description).every(
    ([name, value]) => isNothing(value) || isSameNode(member[name], value),
  );
}

function isNothing(value: Json): boolean {
  return value === false || value === 0 || isEmptyNode(value);
}

export function isUnknownValue({ unknown }: ValueNode): boolean {
  return hasMark(unknown);
}

/**
 * Whether the node has the drift's value. Undefined if that value is hidden, so that nothing can be
 * compared with it.
 */
export function isValue(node: ValueNode, value: DriftValue): boolean | undefined {
  if (value.kind === 'absent') return isEmptyNode(node.value);
  if (value.kind !== 'value') return undefined;
  // Attributes that an element's description omits do not matter.
  return isLikeValue(node.value, value.value);
}

export function sameNode(a: ValueNode, b: ValueNode): boolean {
  return (isEmptyNode(a.value) && isEmptyNode(b.value)) || isSameNode(a.value, b.value);
}

const longestValue = 60;

/** A short scalar in the form shown to readers; undefined if it is hidden, long or a document. */
export function shown(
  { value, unknown, secret }: ValueNode,
  path: AttributePath,
): string | undefined {
  if (hasMark(unknown) || hasMark(secret) || isSecretPath(path)) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isPlain = typeof value === 'string' && !isMasked(value) && !/^\s*[{[]|\n/.test(value);
  return isPlain && value.length <= longestValue ? `"${displayText(value)}"` : undefined;
}

export function isSecretPath(path: AttributePath): boolean {
  return path.some((step) => typeof step === 'string' && mentionsSecret(step));
}

/** The elements of a list that have no equal in the other list. */
export function missingIn(
  list: readonly Json[] = [],
  other: readonly Json[] = [],
): readonly Json[] {
  const others = new Set(other.map(identityNode));
  return list.filter((each) => !others.has(identityNode(each)));
}
