import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { parseAddress } from '../../../code/terraform/address.ts';
import type { ResourceDefinition } from '../../../code/terraform/config/blocks.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { findReference, referencesTo } from './references-to.ts';

/**
 * The resources of a module whose blocks have to go when the addresses in `leaving` do: those
 * without repetition, and those that refer to one that goes. A block that loses all its instances
 * and refers to nothing of that kind can stay, with an empty collection.
 */
export function goingDeclarations(
  evaluation: Evaluation,
  module: Module,
  leaving: ReadonlySet<string>,
): ReadonlySet<ResourceDefinition> {
  const going = new Set(
    [...module.resources.values()].filter((each) => {
      const instances = evaluation.instancesOf(each);
      return instances.length > 0 && instances.every(({ address }) => leaving.has(address));
    }),
  );
  const gone = undeclaredResources(module, leaving);
  // One that stays may be what another one goes for.
  for (let before = -1; before !== going.size; ) {
    before = going.size;
    for (const each of going) {
      if (!mustGo(each, module, going, gone)) going.delete(each);
    }
  }
  return going;
}

/** The blocks of a resource: its own, and those that override it. */
export function blocksOfDeclaration({ block, overrides }: ResourceDefinition): readonly Block[] {
  return [block, ...overrides.map((each) => each.block)];
}

type Named = Pick<ResourceDefinition, 'type' | 'name'>;

function mustGo(
  declaration: ResourceDefinition,
  module: Module,
  going: ReadonlySet<ResourceDefinition>,
  gone: readonly Named[],
): boolean {
  const { count, forEach, enabled } = declaration;
  if (count === undefined && forEach === undefined && enabled === undefined) return true;
  const others = [...going].filter((each) => each !== declaration);
  if ([...others, ...gone].some((each) => refersTo(declaration, each))) return true;
  if (count?.expr.kind !== 'number') return false;
  const own = new Set([...going].flatMap(blocksOfDeclaration));
  return referencesTo(module, targetOf(declaration), own).length === 0;
}

function targetOf({ type, name }: Named) {
  return { root: type, name, key: undefined };
}

function refersTo({ file, block, overrides }: ResourceDefinition, target: Named): boolean {
  return [{ file, block }, ...overrides].some(
    (layer) => findReference(layer.file, layer.block, targetOf(target)) !== undefined,
  );
}

/** Resources that are to go and whose blocks are gone already. */
function undeclaredResources(
  { path, resources }: Module,
  leaving: ReadonlySet<string>,
): readonly Named[] {
  return [...leaving].flatMap((address) => {
    const parsed = parseAddress(address);
    if (parsed === undefined || resources.has(`${parsed.type}.${parsed.name}`)) return [];
    const isHere = parsed.modules.map(({ name }) => name).join('.') === path.join('.');
    return isHere ? [parsed] : [];
  });
}
