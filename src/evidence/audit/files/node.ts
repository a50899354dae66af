import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../model/result.ts';
import { systemCode } from '../../../model/system-error.ts';
import { fileProblem } from './problems.ts';
import type { ArchiveEntry, EntryKind, FileSource } from './types.ts';

const chunkBytes = 256 * 1024;

/**
 * Files on disk. A given path may be anything that can be read, even a pipe; a listing has only
 * folders and regular files, and no links to folders, so that it ends.
 */
export function createNodeFiles(): FileSource {
  return {
    kindOf: (path) => attempt(path, async () => kindOf((await stat(path)).isDirectory())),
    list: (folder) => attempt(folder, () => list(folder)),
    open: (path) => createReadStream(path, { highWaterMark: chunkBytes }),
  };
}

function kindOf(isFolder: boolean): EntryKind {
  return isFolder ? 'folder' : 'file';
}

async function list(folder: string): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) entries.push({ name: entry.name, kind: 'folder' });
    else if (entry.isFile()) entries.push({ name: entry.name, kind: 'file' });
    else if (entry.isSymbolicLink() && (await leadsToFile(join(folder, entry.name)))) {
      entries.push({ name: entry.name, kind: 'file' });
    }
  }
  return entries;
}

async function leadsToFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    // A dangling link is included, so that reading it reports the error.
    if (systemCode(error) !== undefined) return true;
    throw error;
  }
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await action());
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return fail(fileProblem(path, code));
  }
}
