import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realPath } from '../project/folder.ts';

/**
 * The top of the repository that contains a folder: the nearest folder above with `.git`; else the
 * topmost one with a `parley.yaml`; else the folder itself. Absolute, with links resolved.
 */
export async function findTop(folder: string): Promise<string> {
  const own = realPath(folder) ?? folder;
  const above = foldersFrom(own);
  for (const path of above) if (await isThere(join(path, '.git'))) return path;
  for (const path of above.toReversed()) if (await isThere(join(path, 'parley.yaml'))) return path;
  return own;
}

/** The folder and all above it, innermost first. */
export function foldersFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)];
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
