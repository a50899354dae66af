import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/**
 * Repositories and caches, which no configuration reads. Terraform would also start the content of
 * `terraform.d` as providers
 * (https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories).
 */
const skipped = new Set([
  '.git',
  '.hg',
  '.svn',
  '.terraform',
  '.terragrunt-cache',
  '.parley',
  'terraform.d',
]);

export interface CopyFolders {
  /** Absolute, with links resolved. */
  readonly project: string;
  readonly base: string;
  /** Folder of the root module, whose installed modules are copied, too. */
  readonly root: string;
}

/**
 * Copies files and folders of a project, including the targets of links among them. Nothing outside
 * of the project is copied or linked; missing parts are skipped.
 */
export async function copyParts(folders: CopyFolders, parts: readonly string[]): Promise<void> {
  const pending = [...parts, join(folders.root, '.terraform', 'modules')];
  const done = new Set<string>();
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    pending.push(...(await copyPart(folders, path, done)));
  }
}

/** Copies one part unless it was copied before; returns the targets of its links. */
async function copyPart(
  folders: CopyFolders,
  path: string,
  done: Set<string>,
): Promise<readonly string[]> {
  if (done.has(path)) return [];
  done.add(path);
  const found = await lstat(join(folders.project, path)).catch(() => undefined);
  if (found === undefined || skipped.has(basename(path))) return [];
  if (found.isSymbolicLink()) return copyLink(folders, path);
  if (found.isDirectory()) return copyFolder(folders, path, done);
  if (found.isFile()) await copyOne(folders, path);
  return [];
}

async function copyFolder(
  folders: CopyFolders,
  path: string,
  done: Set<string>,
): Promise<readonly string[]> {
  await mkdir(join(folders.base, path), { recursive: true });
  const targets: string[] = [];
  const entries: Dirent[] = await readdir(join(folders.project, path), { withFileTypes: true });
  for (const { name } of entries) {
    targets.push(...(await copyPart(folders, join(path, name), done)));
  }
  return targets;
}

async function copyOne({ project, base }: CopyFolders, path: string): Promise<void> {
  const to = join(base, path);
  await mkdir(dirname(to), { recursive: true });
  await copyFile(join(project, path), to, constants.COPYFILE_FICLONE);
}

/**
 * Recreates links within the project so that they stay within the copy. Links that lead outside are
 * omitted.
 */
async function copyLink({ project, base }: CopyFolders, path: string): Promise<readonly string[]> {
  const target = await realpath(join(project, path)).catch(() => undefined);
  if (target === undefined) return [];
  const within = relative(project, target);
  const isOutside = isAbsolute(within) || within.split(sep)[0] === '..';
  if (isOutside || within.split(sep).some((part) => skipped.has(part))) return [];
  const at = join(base, path);
  await mkdir(dirname(at), { recursive: true });
  await symlink(relative(dirname(at), join(base, within)) || '.', at);
  return [within === '' ? '.' : within];
}
