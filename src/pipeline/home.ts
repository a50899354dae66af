import { type ModuleStep, parseAddress } from '../terraform/address.ts';
import type {
  Configuration,
  Evaluation,
  Module,
  ModuleInstance,
} from '../terraform/config/types.ts';

/**
 * The module in which something new that belongs to a resource is written. A module that several
 * calls share, that has several instances, or that nobody may edit would make it for all of them, or
 * not at all: then it stands beside the call.
 */
export function homeIn({
  configuration,
  instance,
}: Evaluation): (address: string) => readonly ModuleStep[] | undefined {
  return (address) => {
    const levels = levelsTo(instance(address)?.scope.instance);
    const shared = levels.findIndex((level) => !isOnly(configuration, level));
    return shared < 0 ? undefined : parseAddress(address)?.modules.slice(0, shared);
  };
}

/** The instances of modules that lead to one, the outermost first, without the root. */
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
