import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareKeys } from '../../../model/text.ts';
import { folderKey, isFolderAtOrBelow, realPath } from '../project/folder.ts';
import type { Links } from '../project/links.ts';
import { isCodeFile } from '../project/sources.ts';

/** The files in a repository. Paths are relative to its top, which is the empty string. */
export interface FolderListing {
  /** By folder, the names of files that indicate a root module or belong to one. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  readonly links: Links;
}

/** Limit on entries; a larger repository is not analyzed. */
const maxEntries = 200_000;

const skipped = new Set(['node_modules']);

/** True for code, variable files, settings, and local state files. */
function isIndicative(name: string): boolean {
  return (
    isCodeFile(name) ||
    /\.tfvars(?:\.json)?$/.test(name) ||
    name === 'terraform.tfstate' ||
    name === 'parley.yaml'
  );
}

/**
 * Lists the names of all relevant files without opening any. Undefined if there are too many
 * entries.
 */
export function listRepository(top: string): FolderListing | undefined {
  const folders = new Map<string, string[]>();
  const links = new Map<string, string>();
  let left = maxEntries;
  const pending = [top];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const names: string[] = [];
    for (const entry of entriesOf(folder)) {
      left -= 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !skipped.has(entry.name)) pending.push(path);
      } else if (entry.isSymbolicLink()) {
        const target = realPath(path);
        if (target === undefined || !isFolderAtOrBelow(target, top)) continue;
        links.set(folderKey(top, path), folderKey(top, target));
        if (isIndicative(entry.name)) names.push(entry.name);
      } else if (isIndicative(entry.name)) names.push(entry.name);
    }
    if (left < 0) return undefined;
    if (names.length > 0) folders.set(folderKey(top, folder), names.sort());
  }
  return { folders: new Map([...folders].sort(compareKeys)), links };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
