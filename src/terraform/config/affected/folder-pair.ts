import type { ConfigFile, Module, SourceTree } from '../types.ts';
import type { FileNames } from './file-names.ts';
import { type ChangedFiles, readsChanged } from './files.ts';
import type { Name } from './references.ts';

/** What files say by name. All calls of a module share its files, and are answered once. */
export interface Names {
  ofFile(file: ConfigFile): FileNames;
  ofFolder(files: Module['files']): readonly FileNames[];
}

type Files = Module['files'] | undefined;

/** The files of a module before and after, as all of its calls have them. */
export interface FolderPair {
  /** Names of all files of both. */
  readonly files: () => ReadonlySet<FileNames>;
  /** What is different in them. */
  readonly changed: (changed: ChangedFiles) => readonly Name[];
  readonly dependents: (name: Name) => readonly Name[];
}

/** Names asked for in one file after the other before all of them are put together. */
const askedApart = 50;

/** Compares the files of a folder in two versions of the project; `tree` is the later one. */
export function createFolderPair(
  names: Names,
  before: Files,
  after: Files,
  tree: SourceTree,
): FolderPair {
  const files = lazily(() => {
    const all = before === after ? [after] : [before, after];
    return new Set(all.flatMap((each) => (each === undefined ? [] : names.ofFolder(each))));
  });
  const index = lazily(() => dependentsIn(files()));
  let asked = 0;
  let found: readonly Name[] | undefined;
  return {
    files,
    changed: (changed) => {
      found ??= differences(names, { before, after, tree }, files(), changed);
      return found;
    },
    dependents: (name) => {
      asked += 1;
      if (asked > askedApart) return index().get(name) ?? [];
      return [...files()].flatMap(({ dependents }) => dependents.get(name) ?? []);
    },
  };
}

function differences(
  names: Names,
  { before, after, tree }: Readonly<Record<'before' | 'after', Files>> & { tree: SourceTree },
  files: ReadonlySet<FileNames>,
  changed: ChangedFiles,
): readonly Name[] {
  const found: Name[] = [];
  for (const path of before === after ? [] : changed.paths) {
    const old = before?.get(path);
    const now = after?.get(path);
    found.push(...differing(old && names.ofFile(old), now && names.ofFile(now)));
  }
  for (const { reads } of files) {
    for (const { name, read } of reads) {
      if (readsChanged(read, changed, tree)) found.push(name);
    }
  }
  return found;
}

function differing(old: FileNames | undefined, now: FileNames | undefined): readonly Name[] {
  if (old === now) return [];
  const names = new Set([...(old?.texts.keys() ?? []), ...(now?.texts.keys() ?? [])]);
  return [...names].filter((name) => old?.texts.get(name) !== now?.texts.get(name));
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function dependentsIn(files: ReadonlySet<FileNames>): ReadonlyMap<Name, readonly Name[]> {
  const all = new Map<Name, Name[]>();
  for (const { dependents } of files) {
    for (const [name, own] of dependents) {
      const known = all.get(name);
      if (known === undefined) all.set(name, [...own]);
      else known.push(...own);
    }
  }
  return all;
}
