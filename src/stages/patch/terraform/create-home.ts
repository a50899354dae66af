import type { Block, BodyItem } from '../../../code/hcl/syntax/ast.ts';
import { descendants } from '../../../code/hcl/syntax/walk.ts';
import { parseAddress } from '../../../code/terraform/address.ts';
import type { ResourceDefinition } from '../../../code/terraform/config/blocks.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { ModuleInstance } from '../../../code/terraform/config/scope.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { compareText } from '../../../model/text.ts';
import type { CreateGoal } from '../types.ts';

/** The place for the block of a new resource. */
export interface Home {
  readonly module: Module;
  readonly instance: ModuleInstance | undefined;
  readonly file: SourceFile;
  /** The item after which to write it; undefined for the end of the file. */
  readonly after: BodyItem | undefined;
  /** The block is placed next to the call of the module in which it would otherwise be. */
  readonly isBeside?: boolean;
}

/**
 * After the parent resource, or after the last of the same type that refers to it. Without a
 * parent, after the last of the same type in the root module, or in the file with most resources of
 * its service.
 */
export function homeFor(goal: CreateGoal, evaluation: Evaluation): Home | undefined {
  const { parent } = goal.creation;
  const owner = parent === undefined ? undefined : evaluation.instance(parent);
  const call = owner && callBetween(owner.scope.instance, goal.address);
  if (call !== undefined) return besideCall(goal, call);
  if (owner !== undefined) {
    const { declaration } = owner;
    const { module } = owner.scope.instance;
    const siblings = resourcesOf(module, goal.type).filter(
      ({ file, block }) =>
        file === declaration.file && mentions(block, declaration.type, declaration.name),
    );
    const last = siblings.at(-1) ?? declaration;
    const after = withImports(declaration.file, last.block);
    return { module, instance: owner.scope.instance, file: declaration.file, after };
  }
  const { root } = evaluation.configuration;
  const instance = evaluation.moduleInstances(root)[0];
  const file =
    fileWithMany(resourcesOf(root, goal.type)) ??
    fileWithMany([...root.resources.values()].filter(({ type }) => isOfService(type, goal.type))) ??
    firstFile(root);
  if (file === undefined) return undefined;
  const last = resourcesOf(root, goal.type).findLast((each) => each.file === file);
  return { module: root, instance, file, after: last && withImports(file, last.block) };
}

/**
 * The call in the module of `address` that leads to the module of the owner; undefined if the
 * owner's module is not deeper.
 */
function callBetween(
  owner: ModuleInstance,
  address: string,
): Required<ModuleInstance>['caller'] | undefined {
  const depth = parseAddress(address)?.modules.length ?? 0;
  if (levelOf(owner) <= depth) return undefined;
  let { caller } = owner;
  while (caller !== undefined && levelOf(caller.scope.instance) > depth) {
    caller = caller.scope.instance.caller;
  }
  return caller;
}

function levelOf({ caller }: ModuleInstance): number {
  return caller === undefined ? 0 : 1 + levelOf(caller.scope.instance);
}

/** After the call, or after the last resource of the same type that refers to it. */
function besideCall(
  goal: CreateGoal,
  { call: { file, block, name }, scope }: Required<ModuleInstance>['caller'],
): Home {
  const { instance } = scope;
  const last = resourcesOf(instance.module, goal.type).findLast(
    (each) => each.file === file && mentions(each.block, 'module', name),
  );
  const after = withImports(file, last?.block ?? block);
  return { module: instance.module, instance, file, after, isBeside: true };
}

/** Resources of a type, in the order in which they are written. */
function resourcesOf(module: Module, type: string): readonly ResourceDefinition[] {
  return [...module.resources.values()]
    .filter((resource) => resource.type === type)
    .sort((a, b) => a.block.start - b.block.start);
}

/** True if the block contains `first.second`. */
function mentions(block: Block, first: string, second: string): boolean {
  for (const node of descendants(block)) {
    if (node.kind !== 'get' || node.name !== second) continue;
    if (node.of.kind === 'variable' && node.of.name === first) return true;
  }
  return false;
}

/** True for `aws_sqs_queue` and `aws_sqs_queue_policy`, but not for `aws_s3_bucket`. */
function isOfService(type: string, other: string): boolean {
  const service = (name: string): string => name.split('_').slice(0, 2).join('_');
  return service(type) === service(other);
}

/** Includes the import blocks that directly follow a resource, since they belong to it. */
function withImports(file: SourceFile, block: Block): BodyItem {
  const { items } = file.hcl.body;
  let last: BodyItem = block;
  for (const item of items.slice(items.indexOf(block) + 1)) {
    if (item.kind !== 'block' || item.type !== 'import') break;
    last = item;
  }
  return last;
}

/** The file with the most resources; of several, the first by name. */
function fileWithMany(resources: readonly ResourceDefinition[]): SourceFile | undefined {
  const counts = new Map<SourceFile, number>();
  for (const { file } of resources) counts.set(file, (counts.get(file) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a.path, b.path));
  return ranked[0]?.[0];
}

function firstFile(module: Module): SourceFile | undefined {
  const files = [...module.files.values()]
    .filter((file) => file.role === 'config' && file.format === 'native')
    .sort((a, b) => compareText(a.path, b.path));
  return files.find((file) => file.path.endsWith('main.tf')) ?? files[0];
}
