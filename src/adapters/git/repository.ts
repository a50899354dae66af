import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * False if git could not find a repository with this folder in its working tree: neither it nor a
 * folder above has a `.git`. Starting git to ask takes longer, the more so the larger this process
 * is.
 */
export async function mayBeInRepository(dir: string): Promise<boolean> {
  let folder: string;
  try {
    folder = await realpath(dir);
  } catch {
    return true;
  }
  for (;;) {
    if (await mayExist(join(folder, '.git'))) return true;
    const above = dirname(folder);
    if (above === folder) return false;
    folder = above;
  }
}

async function mayExist(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
