import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Program } from '../program.ts';

const defaultPrograms: readonly string[] = ['terraform', 'tofu'];

export interface LocateOptions {
  /** Programs that will do, the preferred one first; terraform and tofu when left out. */
  readonly names?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** Full path of the first program that there is in the folders of a PATH; undefined without any. */
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

/** Which of both a path or name is. */
export function programOf(binary: string): Program {
  return /^tofu(?:\.exe)?$/i.test(basename(binary)) ? 'tofu' : 'terraform';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there or not executable: the next one may be.
    return false;
  }
}
