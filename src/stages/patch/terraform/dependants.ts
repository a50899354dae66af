import type { BodyItem } from '../../../code/hcl/syntax/ast.ts';
import type { InstanceKey } from '../../../code/terraform/address.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { NamedLine } from '../place.ts';
import { blocksOfDeclaration, goingDeclarations } from './going.ts';
import { referencesTo } from './references-to.ts';

/**
 * Everything else in the module that refers to a resource instance: other blocks, locals, outputs,
 * module arguments, `depends_on`. With several instances, only references that name this one by its
 * key count; a value computed from all of them shows in the blast radius. Resources whose addresses
 * are in `leaving` are removed too, so they do not count.
 */
export function findDependants(
  evaluation: Evaluation,
  instance: ResourceInstance,
  leaving: ReadonlySet<string>,
): readonly NamedLine[] {
  const { declaration } = instance;
  const { module } = instance.scope.instance;
  // Without the block, what names it in any way refers to nothing.
  const isGoing = goingDeclarations(evaluation, module, leaving).has(declaration);
  const key = isGoing ? undefined : instance.key;
  const target = { root: declaration.type, name: declaration.name, key };
  const own = new Set<BodyItem>(blocksOfDeclaration(declaration));
  for (const other of module.resources.values()) {
    const addresses = evaluation.instancesOf(other).map(({ address }) => address);
    if (addresses.length > 0 && addresses.every((address) => leaving.has(address))) {
      for (const block of blocksOfDeclaration(other)) own.add(block);
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
): readonly NamedLine[] {
  return referencesTo(module, { root: 'module', name: call, key }, new Set([own]));
}
