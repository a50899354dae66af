import type { SourceTree } from '../../../../model/source-tree.ts';
import type { Module } from '../configuration.ts';
import type { SourceFile } from '../source.ts';
import type { FileNames } from './file-names.ts';
import { type ChangedFiles, readsChanged } from './files.ts';
import type { Mentions } from './mentions.ts';
import type { Name } from './references.ts';

/** The names in files. All calls of a module share its files, so results are shared, too. */
export interface FolderNames {
  ofFile(file: SourceFile): FileNames;
  readonly mentions: Mentions;
}

type Files = Module['files'] | undefined;

/** The files of a module before and after, shared by all of its calls. */
export interface FolderPair {
  /** The files of both versions. */
  readonly files: () => ReadonlySet<SourceFile>;
  /** The names that differ between them. */
  readonly changed: (changed: ChangedFiles) => readonly Name[];
  readonly dependents: (name: Name) => readonly Name[];
}

/** Compares the files of a folder in two versions of the project; `tree` is the later one. */
export function createFolderPair(
  names: FolderNames,
  before: Files,
  after: Files,
  tree: SourceTree,
): FolderPair {
  const { mentions } = names;
  const files = lazily(() => new Set([...(before?.values() ?? []), ...(after?.values() ?? [])]));
  let found: readonly Name[] | undefined;
  return {
    files,
    changed: (changed) => {
      found ??= differences(names, { before, after, tree }, files(), changed);
      return found;
    },
    dependents: (name) =>
      mentions
        .naming(files(), name)
        .flatMap((file) => names.ofFile(file).dependents.get(name) ?? []),
  };
}

function differences(
  names: FolderNames,
  { before, after, tree }: Readonly<Record<'before' | 'after', Files>> & { tree: SourceTree },
  files: ReadonlySet<SourceFile>,
  changed: ChangedFiles,
): readonly Name[] {
  const found: Name[] = [];
  for (const path of before === after ? [] : changed.paths) {
    const old = before?.get(path);
    const now = after?.get(path);
    found.push(...differing(old && names.ofFile(old), now && names.ofFile(now)));
  }
  for (const file of names.mentions.reading(files)) {
    for (const { name, read } of names.ofFile(file).reads) {
      if (readsChanged(read, changed, tree)) found.push(name);
    }
  }
  return found;
}

function differing(old: FileNames | undefined, now: FileNames | undefined): readonly Name[] {
  if (old === now) return [];
  const [before, after] = [old?.texts(), now?.texts()];
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].filter((name) => before?.get(name) !== after?.get(name));
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
