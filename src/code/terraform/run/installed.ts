import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanCopy } from './copy.ts';

/** What `init` notes of the backend that a copy has. Terraform compares the values again. */
const backend = {
  version: 3,
  backend: {
    type: 'local',
    config: { path: 'parley.tfstate', workspace_dir: 'parley.tfstate.d' },
    hash: 0,
  },
};

/**
 * Gives the copy of an initialized project what `init` would make there: its providers, as a link
 * to those of the project, and the note of its backend. Terraform checks providers and modules
 * against lock file and code whenever it plans, and asks for `init` where something is missing.
 * False where the project has no providers.
 */
export async function useInstalled({ dir, pluginDir }: PlanCopy): Promise<boolean> {
  if (pluginDir === undefined) return false;
  const data = join(dir, '.terraform');
  await mkdir(data, { recursive: true });
  try {
    await symlink(pluginDir, join(data, 'providers'), 'dir');
  } catch {
    // Not every file system and not everybody may make links.
    return false;
  }
  await noteBackend({ dir });
  return true;
}

/** What `init` would note of the backend. */
export async function noteBackend({ dir }: Pick<PlanCopy, 'dir'>): Promise<void> {
  await writeFile(join(dir, '.terraform', 'terraform.tfstate'), JSON.stringify(backend));
}

/** Takes that away again: `init` would write through the links to what others have installed. */
export async function forgetInstalled({ dir }: PlanCopy): Promise<void> {
  const data = join(dir, '.terraform');
  await rm(join(data, 'providers'), { recursive: true, force: true });
  await rm(join(data, 'terraform.tfstate'), { force: true });
}
