import { type ModuleStep, parseAddress } from '../../code/terraform/address.ts';
import type { Configuration, Module } from '../../code/terraform/config/configuration.ts';
import type { ModuleInstance } from '../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { CodeRepository } from '../../code/terraform/repository/types.ts';

/**
 * The module in which something new that belongs to a resource is written. A module that several
 * calls share (from any root of the repository), that has several instances, or that may not be
 * edited would create it for all of them or not at all, so it is written next to the module call
 * instead.
 */
export function homeIn(
  { configuration, instance }: Evaluation,
  repository?: CodeRepository,
): (address: string) => readonly ModuleStep[] | undefined {
  const isOurs = (level: ModuleInstance): boolean =>
    isOnly(configuration, level) && !isReadElsewhere(repository, level.module);
  return (address) => {
    const levels = levelsTo(instance(address)?.scope.instance);
    const shared = levels.findIndex((level) => !isOurs(level));
    return shared < 0 ? undefined : parseAddress(address)?.modules.slice(0, shared);
  };
}

/** The module instances that lead to an instance, outermost first, without the root. */
function levelsTo(instance: ModuleInstance | undefined): readonly ModuleInstance[] {
  if (instance?.caller === undefined) return [];
  return [...levelsTo(instance.caller.scope.instance), instance];
}

function isOnly(configuration: Configuration, { module, caller }: ModuleInstance): boolean {
  return module.editable && caller?.key === undefined && !isShared(configuration, module);
}

function isShared({ modules }: Configuration, { dir }: Module): boolean {
  return [...modules.values()].filter((module) => module.dir === dir).length > 1;
}

/** Also true if the repository is too large to be sure. */
function isReadElsewhere(repository: CodeRepository | undefined, { files }: Module): boolean {
  return repository !== undefined && repository.readersOf([...files.keys()])?.length !== 0;
}
