import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Program } from '../program.ts';

const defaultPrograms: readonly string[] = ['terraform', 'tofu'];

export interface LocateOptions {
  /** Acceptable programs, preferred ones first. Defaults to terraform and tofu. */
  readonly names?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/**
 * Full path of the first of the programs found in the folders of a PATH; undefined if there is
 * none.
 */
export function findTerraform(
  pathEnv: string | undefined,
  { names = defaultPrograms, platform = process.platform }: LocateOptions = {},
): string | undefined {
  const folders = (pathEnv ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, `${name}${suffix}`)))
    .find(isProgram);
}

/** The program that a path or name refers to. */
export function identifyProgram(binary: string): Program {
  return /^tofu(?:\.exe)?$/i.test(basename(binary)) ? 'tofu' : 'terraform';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing or not executable; another candidate may be usable.
    return false;
  }
}
