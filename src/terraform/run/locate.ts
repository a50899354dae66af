import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that will do, the preferred one first. */
const names: readonly string[] = ['terraform', 'tofu'];

/** Full path of terraform, else of tofu, in the folders of a PATH; undefined without either. */
export function findTerraform(
  pathEnv: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folders = (pathEnv ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, `${name}${suffix}`)))
    .find(isProgram);
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
