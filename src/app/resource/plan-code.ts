import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { ownedPaths } from './owned.ts';
import { proveSync } from './prove.ts';
import { planSync, type SyncDeps, type SyncPlan } from './sync.ts';

export interface CodeAsk extends Omit<SyncDeps, 'read' | 'owned'> {
  /** Folder of the code, absolute. */
  readonly root: string;
  /** Overwrites what people changed in the same places. */
  readonly isForced: boolean;
}

/**
 * What has to be written into a folder for it to match what is declared. Files that cannot be
 * proved correct are left out.
 */
export async function planCode({ root, isForced, ...deps }: CodeAsk): Promise<Result<SyncPlan>> {
  const owned = await ownedPaths(root, deps.tenant);
  const read = (path: string) => codeText(join(root, path));
  const planned = await planSync({ ...deps, read, owned }, isForced);
  return planned.ok ? proveSync(root, planned.value) : planned;
}

function codeText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  });
}
