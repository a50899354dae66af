import { createHash } from 'node:crypto';
import {
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanCopy } from './copy.ts';
import type { InstallPlace } from './install-place.ts';
import { noteBackend } from './installed.ts';

/** Folders in `.terraform` that `init` fills. It also writes the lock file. */
const installed = ['providers', 'modules'] as const;
const lockFile = '.terraform.lock.hcl';

/**
 * Reuses what an earlier run installed for the same code. Terraform checks it against lock file and
 * code for each plan. False if nothing is kept.
 */
export async function useKept(
  copy: PlanCopy,
  { folder }: Pick<InstallPlace, 'folder'>,
  key: string,
): Promise<boolean> {
  const entry = join(folder, key);
  const kept = await readdir(entry).catch(() => undefined);
  if (kept === undefined) return false;
  const data = join(copy.dir, '.terraform');
  await mkdir(data, { recursive: true });
  try {
    for (const name of installed.filter((each) => kept.includes(each))) {
      await rm(join(data, name), { recursive: true, force: true });
      // Modules are small, and as copies they are read like the rest of the code.
      if (name === 'providers') await symlink(join(entry, name), join(data, name), 'dir');
      else
        await cp(join(entry, name), join(data, name), { recursive: true, verbatimSymlinks: true });
    }
    if (kept.includes(lockFile)) await copyFile(join(entry, lockFile), join(copy.dir, lockFile));
    await noteBackend(copy);
    return true;
  } catch {
    // Another run has removed it, or links are not supported; then `init` does the same.
    return false;
  }
}

/**
 * Keeps what `init` installed in a copy, replacing what was kept before. False if the copy needs
 * `init` again.
 */
export async function keepInstalled(
  copy: PlanCopy,
  { folder }: InstallPlace,
  key: string,
): Promise<boolean> {
  let next: string;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    next = await mkdtemp(join(folder, 'new-'));
  } catch {
    // If the folder is not writable, the only effect is an `init` in each run.
    return true;
  }
  try {
    await takeOver(copy, next);
    for (const old of await readdir(folder)) {
      const path = join(folder, old);
      if (path !== next) await rm(path, { recursive: true, force: true });
    }
    await rename(next, join(folder, key));
    return await useKept(copy, { folder }, key);
  } catch {
    // For example a full disk. Parts may have been moved already, so the copy is incomplete.
    await rm(next, { recursive: true, force: true });
    return false;
  }
}

async function takeOver(copy: PlanCopy, folder: string): Promise<void> {
  const data = join(copy.dir, '.terraform');
  for (const name of installed) {
    const found = await lstat(join(data, name)).catch(() => undefined);
    if (found?.isDirectory() === true) await moveInstalled(join(data, name), join(folder, name));
  }
  await copyFile(join(copy.dir, lockFile), join(folder, lockFile)).catch(() => undefined);
}

/** Moves a folder, copying it if the target is on another file system. */
export async function moveInstalled(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch {
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
    await rm(from, { recursive: true, force: true });
  }
}

/**
 * A hash of everything that determines what `init` installs: the lock file, and files with blocks
 * that name modules or providers.
 */
export async function installKey(
  { dir, homes }: PlanCopy,
  { day, product }: InstallPlace,
): Promise<string> {
  const hash = createHash('sha256');
  const lock = await readFile(join(dir, lockFile), 'utf8').catch(() => '');
  hash.update(JSON.stringify([product, lock]));
  let isOpen = false;
  const names = await readdir(homes.base, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => code.test(each) && !skipped.test(each)).sort()) {
    const text = await readFile(join(homes.base, name), 'utf8').catch(() => '');
    if (!naming.test(text)) continue;
    hash.update(JSON.stringify([name, text]));
    isOpen ||= calls.test(text) && remote.test(text);
  }
  if (isOpen || lock === '') hash.update(day);
  return hash.digest('hex');
}

const code = /\.(?:tf|tofu)(?:\.json)?$/;
const skipped = /(?:^|[\\/])\.terraform[\\/]/;
const calls = /\bmodule\b/;
const naming = /\b(?:module|terraform|required_providers)\b/;
/** Matches a source that is not a folder of the project. */
const remote = /\bsource"?\s*[:=]\s*"(?!\.{1,2}\/)/;
