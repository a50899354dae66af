import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanCopy } from './copy.ts';

/** What `init` records about the backend of a copy. Terraform still compares the values. */
const backend = {
  version: 3,
  backend: {
    type: 'local',
    config: { path: 'parley.tfstate', workspace_dir: 'parley.tfstate.d' },
    hash: 0,
  },
};

/**
 * Gives the copy of an initialized project what `init` would create: a link to the project's
 * providers, and the record of the backend. Terraform checks providers and modules against lock
 * file and code for each plan, and asks for `init` if something is missing. False if the project
 * has no providers.
 */
export async function useInstalled({ dir, pluginDir }: PlanCopy): Promise<boolean> {
  if (pluginDir === undefined) return false;
  const data = join(dir, '.terraform');
  await mkdir(data, { recursive: true });
  try {
    await symlink(pluginDir, join(data, 'providers'), 'dir');
  } catch {
    // Not every file system or user supports links.
    return false;
  }
  await noteBackend({ dir });
  return true;
}

/** Writes what `init` would record about the backend. */
export async function noteBackend({ dir }: Pick<PlanCopy, 'dir'>): Promise<void> {
  await writeFile(join(dir, '.terraform', 'terraform.tfstate'), JSON.stringify(backend));
}

/** Removes both again, because `init` would write through the link into the original providers. */
export async function forgetInstalled({ dir }: PlanCopy): Promise<void> {
  const data = join(dir, '.terraform');
  await rm(join(data, 'providers'), { recursive: true, force: true });
  await rm(join(data, 'terraform.tfstate'), { force: true });
}
