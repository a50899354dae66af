import { literalValue } from '../../../code/hcl/edit/literal.ts';
import type { Block, BodyItem, Expression } from '../../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../../code/hcl/syntax/diagnostics.ts';
import { childNodes, type SyntaxNode } from '../../../code/hcl/syntax/walk.ts';
import type { InstanceKey } from '../../../code/terraform/address.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { NamedLine } from '../place.ts';

/**
 * The target of references: a resource by type and name, or a module by its call; maybe only one
 * instance.
 */
export interface ReferenceTarget {
  readonly root: string;
  readonly name: string;
  readonly key: InstanceKey;
}

const aboutAddresses = new Set(['import', 'moved', 'removed']);

/** Everything in a module that refers to a target, except the blocks given. */
export function referencesTo(
  module: Module,
  target: ReferenceTarget,
  except: ReadonlySet<BodyItem>,
): readonly NamedLine[] {
  return [...module.files.values()].flatMap((file) =>
    file.hcl.body.items.flatMap((item) => {
      if (item.kind !== 'block' || except.has(item) || aboutAddresses.has(item.type)) return [];
      return namedParts(item).flatMap(({ part, label }) => {
        const found = findReference(file, part, target);
        if (found === undefined) return [];
        return [{ file: file.path, line: lineColumn(file.text, found.start).line, label }];
      });
    }),
  );
}

interface NamedPart {
  readonly part: BodyItem;
  readonly label: string;
}

/** What a top-level block declares, as a reader would name it. */
export function namedParts(block: Block): readonly NamedPart[] {
  if (block.type !== 'locals') return [{ part: block, label: labelOf(block) }];
  return block.body.items.map((part) => ({
    part,
    label: `local.${part.kind === 'attribute' ? part.name : ''}`,
  }));
}

function labelOf(block: Block): string {
  const names = block.labels.map((label) => label.text);
  if (block.type === 'resource') return names.join('.');
  if (block.type === 'data' || block.type === 'module') return [block.type, ...names].join('.');
  return [block.type, ...names].join(' ');
}

/** The first reference in a part of a file that would be left dangling. */
export function findReference(
  file: SourceFile,
  root: SyntaxNode,
  target: ReferenceTarget,
): Expression | undefined {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // Code inside `try`, `can` or a conditional copes with a missing instance.
    if (target.key !== undefined && isGuard(node)) continue;
    const found = target.key === undefined ? asWhole(node, target) : asInstance(file, node, target);
    if (found !== undefined) return found;
    pending.push(...childNodes(node).toReversed());
  }
  return undefined;
}

function isGuard(node: SyntaxNode): boolean {
  return (
    node.kind === 'conditional' ||
    (node.kind === 'call' && (node.name === 'try' || node.name === 'can'))
  );
}

function asWhole(node: SyntaxNode, { root, name }: ReferenceTarget): Expression | undefined {
  const is =
    node.kind === 'get' &&
    node.name === name &&
    node.of.kind === 'variable' &&
    node.of.name === root;
  return is ? node : undefined;
}

function asInstance(
  file: SourceFile,
  node: SyntaxNode,
  target: ReferenceTarget,
): Expression | undefined {
  if (node.kind === 'legacy-index') {
    return node.index === target.key && asWhole(node.of, target) ? node : undefined;
  }
  if (node.kind !== 'index' || asWhole(node.of, target) === undefined) return undefined;
  const key = literalValue(node.key, file.text);
  return key === target.key ? node : undefined;
}
