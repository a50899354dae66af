import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersFrom } from '../../code/terraform/repository/top.ts';
import { hasErrorCode } from '../../model/system-error.ts';

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
  for (const path of foldersFrom(folder)) if (await mayExist(join(path, '.git'))) return true;
  return false;
}

async function mayExist(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ENOENT');
  }
}
