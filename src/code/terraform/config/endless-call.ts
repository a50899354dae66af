import type { ModuleIdentity } from './module.ts';

/** Module calls nest no deeper than this. */
const maxDepth = 32;
/** Calls that are followed in a project. Large ones have some thousands. */
const maxModules = 20_000;

/** A call that is about to be followed. */
export interface NextCall {
  readonly caller: ModuleIdentity;
  /** Folder of the module that is called. */
  readonly dir: string;
  /** Modules that were loaded before. */
  readonly loaded: number;
}

/** Why a call is not followed, so that loading comes to an end; undefined where it may be. */
export function endlessCall({ caller, dir, loaded }: NextCall): string | undefined {
  const above = [...(caller.callers ?? []), caller.dir];
  if (above.includes(dir)) {
    return 'The module calls itself, or a module that calls it, so that it would never end.';
  }
  if (above.length > maxDepth) return `Modules are nested deeper than ${maxDepth} levels.`;
  if (loaded >= maxModules) return `Modules are called more than ${maxModules} times.`;
  return undefined;
}
