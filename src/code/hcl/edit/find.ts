import type {
  Attribute,
  Block,
  Body,
  HclFile,
  ObjectExpression,
  ObjectItem,
} from '../syntax/ast.ts';
import { childNodes, type SyntaxNode } from '../syntax/walk.ts';
import { itemKey } from './literal.ts';
import { type FoundInFile, foundEdit, type RefusedEdit, refuseEdit } from './types.ts';

/** All blocks of a body with this type and, when given, exactly these labels. */
export function blocksIn(body: Body, type: string, labels?: readonly string[]): readonly Block[] {
  return body.items.filter(
    (item): item is Block =>
      item.kind === 'block' &&
      item.type === type &&
      (labels === undefined || hasLabels(item, labels)),
  );
}

function hasLabels(block: Block, labels: readonly string[]): boolean {
  return (
    block.labels.length === labels.length &&
    block.labels.every((label, index) => label.text === labels[index])
  );
}

export function attributesInBody(body: Body): readonly Attribute[] {
  return body.items.filter((item) => item.kind === 'attribute');
}

/** The attribute with this name. Two of them are an error that only a person can resolve. */
export function findAttribute(file: HclFile, body: Body, name: string): FoundInFile<Attribute> {
  const all = attributesInBody(body).filter((attribute) => attribute.name === name);
  return single(file, body, all, `argument ${name}`);
}

/** The object item with this key. Computed keys are skipped. */
export function findItem(
  file: HclFile,
  object: ObjectExpression,
  key: string,
): FoundInFile<ObjectItem> {
  const all = object.items.filter((item) => itemKey(item, file.text) === key);
  return single(file, object, all, `key ${JSON.stringify(key)}`);
}

function single<T extends SyntaxNode>(
  file: HclFile,
  within: SyntaxNode,
  all: readonly T[],
  what: string,
): FoundInFile<T> {
  const [first, second] = all;
  if (first === undefined) {
    return refuseEdit(
      file,
      'not-found',
      { start: within.start, end: within.start },
      `There is no ${what} here.`,
    );
  }
  if (second !== undefined)
    return refuseEdit(file, 'ambiguous', second, `There is more than one ${what}.`);
  return foundEdit(first);
}

/**
 * The nodes from the root body down to `target`, both included; empty if the file does not contain
 * it.
 */
export function pathTo(file: HclFile, target: SyntaxNode): readonly SyntaxNode[] {
  const path: SyntaxNode[] = [];
  let node: SyntaxNode | undefined = file.body;
  while (node !== undefined) {
    path.push(node);
    if (node === target) return path;
    node = childNodes(node).find((child) => contains(child, target));
  }
  return [];
}

function contains(node: SyntaxNode, target: SyntaxNode): boolean {
  if (node === target) return true;
  if (node.start > target.start || node.end < target.end) return false;
  // An expression and its only child may have the same span, so search the children too.
  return childNodes(node).some((child) => contains(child, target));
}

/**
 * Refuses targets that are not in this file, are in a block with a part that does not parse, or are
 * set twice. The root body may have such parts, since its items are independent of each other.
 */
export function checkEditTarget(file: HclFile, target: SyntaxNode): RefusedEdit | undefined {
  const path = pathTo(file, target);
  if (path.length === 0) {
    const start = { start: 0, end: 0 };
    return refuseEdit(
      file,
      'not-found',
      start,
      'This part of the syntax tree is not of this file.',
    );
  }
  for (const node of path) {
    const broken = node.kind === 'body' && node !== file.body ? brokenIn(node) : undefined;
    if (node.kind === 'broken' || broken !== undefined) {
      const span = broken ?? node;
      return refuseEdit(
        file,
        'broken',
        span,
        'This does not parse, so nothing around it is edited.',
      );
    }
  }
  return checkDuplicates(file, path);
}

function brokenIn(body: Body): SyntaxNode | undefined {
  return body.items.find((item) => item.kind === 'broken');
}

function checkDuplicates(file: HclFile, path: readonly SyntaxNode[]): RefusedEdit | undefined {
  for (const [index, node] of path.entries()) {
    const parent = path[index - 1];
    if (node.kind !== 'attribute' || parent?.kind !== 'body') continue;
    const duplicate = attributesInBody(parent).find(
      (one) => one !== node && one.name === node.name,
    );
    if (duplicate !== undefined) {
      return refuseEdit(
        file,
        'ambiguous',
        duplicate,
        `The argument "${node.name}" is set twice here.`,
      );
    }
  }
  return undefined;
}
