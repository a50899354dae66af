import type { Problem } from '../../../model/result.ts';
import { compareText } from '../../../model/text.ts';
import type { ArchiveEntry, FileSource } from './types.ts';

export type ListedFile =
  /** `given`: the user named exactly this file. */
  | { readonly kind: 'file'; readonly path: string; readonly given: boolean }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * All files at or below the paths: paths in the given order, folders sorted by name, without names
 * that begin with a dot, and no file twice.
 */
export async function* walkFiles(
  paths: readonly string[],
  files: FileSource,
): AsyncGenerator<ListedFile> {
  const seen = new Set<string>();
  for (const path of paths.map(trimmed)) {
    const kind = await files.kindOf(path);
    if (!kind.ok) yield { kind: 'problem', problem: kind.error };
    else if (kind.value === 'folder') yield* once(walkGiven(path, files), seen);
    else yield* once([{ kind: 'file', path, given: true }], seen);
  }
}

async function* once(
  found: Iterable<ListedFile> | AsyncIterable<ListedFile>,
  seen: Set<string>,
): AsyncGenerator<ListedFile> {
  for await (const each of found) {
    if (each.kind === 'file') {
      if (seen.has(each.path)) continue;
      seen.add(each.path);
    }
    yield each;
  }
}

async function* walkGiven(folder: string, files: FileSource): AsyncGenerator<ListedFile> {
  let empty = true;
  for await (const found of walkFolder(folder, files)) {
    empty = false;
    yield found;
  }
  if (empty) {
    const message = 'The folder has no files.';
    const hint = 'Give the folder that holds the logs, or the log files.';
    yield {
      kind: 'problem',
      problem: { code: 'empty-folder', message, place: { file: folder }, hint },
    };
  }
}

async function* walkFolder(folder: string, files: FileSource): AsyncGenerator<ListedFile> {
  const listing = await files.list(folder);
  if (!listing.ok) {
    yield { kind: 'problem', problem: listing.error };
    return;
  }
  const visible = listing.value.filter(({ name }) => !name.startsWith('.'));
  for (const { name, kind } of visible.toSorted(byName)) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (kind === 'folder') yield* walkFolder(path, files);
    else yield { kind: 'file', path, given: false };
  }
}

function byName(a: ArchiveEntry, b: ArchiveEntry): number {
  return compareText(a.name, b.name);
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith('/') ? trimmed(path.slice(0, -1)) : path;
}
