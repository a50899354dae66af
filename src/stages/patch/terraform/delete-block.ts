import { removeAttribute } from '../../../code/hcl/edit/attribute.ts';
import { removeBlock } from '../../../code/hcl/edit/block.ts';
import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { attributeIn, descendants, type SyntaxNode } from '../../../code/hcl/syntax/walk.ts';
import { formatKey } from '../../../code/terraform/address.ts';
import type { LocalValue } from '../../../code/terraform/config/blocks.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import type { Result } from '../../../model/result.ts';
import { blocksOfDeclaration } from './going.ts';
import { bothSites, siteIn } from './site.ts';
import { thenEdit } from './then-edit.ts';
import type { Site } from './types.ts';

/** Removes the block of a resource, and those that override it. */
export function blockSite({ declaration }: ResourceInstance, label: string): Site {
  const { file, block, overrides } = declaration;
  return [{ file, block }, ...overrides]
    .map((layer) =>
      siteIn(layer.file, layer.block.start, 'resource', label, () =>
        removeBlock(layer.file.hcl, layer.block),
      ),
    )
    .reduce(bothSites);
}

/**
 * The same for a block with instances, together with the locals that list them and that nothing
 * else reads.
 */
export function repeatedBlockSite(
  { configuration }: Evaluation,
  instance: ResourceInstance,
  label: string,
): Site {
  const { declaration, scope } = instance;
  const unread = unreadWithout(scope.instance.module, declaration);
  const block = label.slice(0, label.length - formatKey(instance.key).length);
  const names = [block, ...unread.map(({ name }) => `local.${name}`)];
  const site = blockSite(instance, names.join(' and '));
  return {
    ...site,
    edit: () =>
      unread.reduce<Result<readonly FileEdit[], Refusal>>(
        (made, local) => (made.ok ? withoutLocal(configuration.tree, made.value, local) : made),
        site.edit(),
      ),
  };
}

function withoutLocal(
  tree: Evaluation['configuration']['tree'],
  files: readonly FileEdit[],
  { file, name }: LocalValue,
): Result<readonly FileEdit[], Refusal> {
  return thenEdit(tree, files, file.path, (hcl) => {
    for (const block of hcl.body.items) {
      if (block.kind !== 'block' || block.type !== 'locals') continue;
      const found = attributeIn(block, name);
      if (found === undefined) continue;
      return block.body.items.length === 1 ? removeBlock(hcl, block) : removeAttribute(hcl, found);
    }
    return { ok: true, edits: [] };
  });
}

/** The locals behind `for_each` or `count` that only this block reads. */
function unreadWithout(
  module: Module,
  declaration: ResourceInstance['declaration'],
): readonly LocalValue[] {
  const gone = new Set<SyntaxNode>(blocksOfDeclaration(declaration));
  const unread: LocalValue[] = [];
  const pending = [declaration.forEach, declaration.count].flatMap((each) =>
    each === undefined ? [] : localsIn(each.expr),
  );
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const local = module.locals.get(name);
    if (local === undefined || gone.has(local.attribute)) continue;
    if (!local.file.editable || local.file.format !== 'native') continue;
    if (isRead(module, name, gone)) continue;
    gone.add(local.attribute);
    unread.push(local);
    pending.push(...localsIn(local.expr));
  }
  return unread;
}

function localsIn(root: SyntaxNode): string[] {
  return [...descendants(root)].flatMap((node) =>
    node.kind === 'get' && node.of.kind === 'variable' && node.of.name === 'local'
      ? [node.name]
      : [],
  );
}

function isRead(module: Module, name: string, gone: ReadonlySet<SyntaxNode>): boolean {
  return [...module.files.values()].some(({ hcl }) =>
    hcl.body.items.some((item) => {
      if (item.kind !== 'block' || gone.has(item)) return false;
      return partsOf(item).some((part) => !gone.has(part) && localsIn(part).includes(name));
    }),
  );
}

function partsOf(block: Block): readonly SyntaxNode[] {
  return block.type === 'locals' ? block.body.items : [block];
}
