import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { compareText } from '../../model/text.ts';
import { readOwnerLine } from '../../stages/resource/owner-line.ts';
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

/**
 * Bytes at the start of a file that contain its first line, which has two names and two digests.
 */
const longestLine = 400;
const isCode = /\.(?:tf|yaml)$/;
/** Folders that tools keep next to code. */
const besides: ReadonlySet<string> = new Set(['node_modules']);

/**
 * Sorted paths of the files that Parley wrote for a tenant, by resource, relative to the top of the
 * code. Links are not followed.
 */
async function ownedPaths(
  root: string,
  tenant: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const open: string[] = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries) {
      const path = posix.join(folder, entry.name);
      const isHidden = entry.name.startsWith('.') || besides.has(entry.name);
      if (entry.isDirectory() && !isHidden) open.push(path);
      if (!entry.isFile() || !isCode.test(entry.name)) continue;
      const owner = readOwnerLine(await beginningOf(join(root, path)));
      if (owner?.tenant !== tenant) continue;
      found.set(owner.name, [...(found.get(owner.name) ?? []), path]);
    }
  }
  for (const paths of found.values()) paths.sort(compareText);
  return found;
}

async function beginningOf(file: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestLine), 0, longestLine, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle?.close();
  }
}
