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
  await writeFile(join(data, 'terraform.tfstate'), JSON.stringify(backend));
  return true;
}

/** Takes that away again: `init` would write to the project's own providers through the link. */
export async function forgetInstalled({ dir }: PlanCopy): Promise<void> {
  const data = join(dir, '.terraform');
  await rm(join(data, 'providers'), { recursive: true, force: true });
  await rm(join(data, 'terraform.tfstate'), { force: true });
}
