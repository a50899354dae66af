import type { ModuleIdentity } from './module.ts';

/** Maximum nesting of module calls. */
const maxDepth = 32;
/** Maximum number of calls to follow in a project. Large projects have some thousands. */
const maxModules = 20_000;

/** A module call that is to be followed next. */
export interface NextCall {
  readonly caller: ModuleIdentity;
  /** Folder of the called module. */
  readonly dir: string;
  /** Number of modules loaded so far. */
  readonly loaded: number;
}

/** Why a call is not followed, which ensures that loading ends; undefined if it may be followed. */
export function endlessCall({ caller, dir, loaded }: NextCall): string | undefined {
  const above = [...(caller.callers ?? []), caller.dir];
  if (above.includes(dir)) {
    return 'The module calls itself, or a module that calls it, and would never end.';
  }
  if (above.length > maxDepth) return `Modules are nested deeper than ${maxDepth} levels.`;
  if (loaded >= maxModules) return `Modules are called more than ${maxModules} times.`;
  return undefined;
}
