import { literalValue } from '../../../code/hcl/edit/literal.ts';
import type { BodyItem, Expression } from '../../../code/hcl/syntax/ast.ts';
import { lineColumn } from '../../../code/hcl/syntax/diagnostics.ts';
import { childrenOf, type SyntaxNode } from '../../../code/hcl/syntax/walk.ts';
import type { InstanceKey } from '../../../code/terraform/address.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';

/** A place in the code that needs a resource. */
export interface Dependant {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** `output url`, `local.arns`, `module.api`, `aws_s3_bucket_versioning.logs`. */
  readonly label: string;
}

/**
 * The target of references: a resource by type and name, or a module by its call; maybe only one
 * instance.
 */
interface Target {
  readonly root: string;
  readonly name: string;
  readonly key: InstanceKey;
}

/**
 * Everything else in the module that refers to a resource instance: other blocks, locals, outputs,
 * module arguments, `depends_on`. With several instances, only references that name this one by its
 * key count; a value computed from all of them shows in the blast radius. Resources whose addresses
 * are in `leaving` are removed too, so they do not count.
 */
export function dependantsOf(
  evaluation: Evaluation,
  instance: ResourceInstance,
  leaving: ReadonlySet<string>,
): readonly Dependant[] {
  const { declaration, key } = instance;
  const { module } = instance.scope.instance;
  const target = { root: declaration.type, name: declaration.name, key };
  const own = new Set<BodyItem>([declaration.block, ...declaration.overrides.map((o) => o.block)]);
  for (const other of module.resources.values()) {
    const addresses = evaluation.instancesOf(other).map(({ address }) => address);
    if (addresses.length > 0 && addresses.every((address) => leaving.has(address))) {
      own.add(other.block);
    }
  }
  return referencesTo(module, target, own);
}

/** Everything in the calling module that refers to a module. */
export function dependantsOfCall(
  module: Module,
  call: string,
  key: InstanceKey,
  own: BodyItem,
): readonly Dependant[] {
  return referencesTo(module, { root: 'module', name: call, key }, new Set([own]));
}

const aboutAddresses = new Set(['import', 'moved', 'removed']);

function referencesTo(
  module: Module,
  target: Target,
  except: ReadonlySet<BodyItem>,
): readonly Dependant[] {
  return [...module.files.values()].flatMap((file) =>
    file.hcl.body.items.flatMap((item) => {
      if (item.kind !== 'block' || except.has(item) || aboutAddresses.has(item.type)) return [];
      const parts: readonly (readonly [BodyItem, string])[] =
        item.type === 'locals'
          ? item.body.items.map((each) => [
              each,
              `local.${each.kind === 'attribute' ? each.name : ''}`,
            ])
          : [[item, labelOf(item)]];
      return parts.flatMap(([part, label]) => {
        const found = findReference(file, part, target);
        if (found === undefined) return [];
        return [{ file: file.path, line: lineColumn(file.text, found.start).line, label }];
      });
    }),
  );
}

function labelOf(block: Extract<BodyItem, { kind: 'block' }>): string {
  const names = block.labels.map((label) => label.text);
  if (block.type === 'resource') return names.join('.');
  if (block.type === 'data' || block.type === 'module') return [block.type, ...names].join('.');
  return [block.type, ...names].join(' ');
}

/** The first reference in a part of a file that would be left dangling. */
function findReference(file: SourceFile, root: SyntaxNode, target: Target): Expression | undefined {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    // Code inside `try`, `can` or a conditional copes with a missing instance.
    if (target.key !== undefined && isGuard(node)) continue;
    const found = target.key === undefined ? asWhole(node, target) : asInstance(file, node, target);
    if (found !== undefined) return found;
    pending.push(...childrenOf(node).toReversed());
  }
  return undefined;
}

function isGuard(node: SyntaxNode): boolean {
  return (
    node.kind === 'conditional' ||
    (node.kind === 'call' && (node.name === 'try' || node.name === 'can'))
  );
}

function asWhole(node: SyntaxNode, { root, name }: Target): Expression | undefined {
  const is =
    node.kind === 'get' &&
    node.name === name &&
    node.of.kind === 'variable' &&
    node.of.name === root;
  return is ? node : undefined;
}

function asInstance(file: SourceFile, node: SyntaxNode, target: Target): Expression | undefined {
  if (node.kind === 'legacy-index') {
    return node.index === target.key && asWhole(node.of, target) ? node : undefined;
  }
  if (node.kind !== 'index' || asWhole(node.of, target) === undefined) return undefined;
  const key = literalValue(node.key, file.text);
  return key === target.key ? node : undefined;
}
