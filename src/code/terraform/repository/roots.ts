import { posix } from 'node:path';
import { followLinks } from '../project/links.ts';
import { isCodeFile, localSources } from '../project/sources.ts';
import type { FolderListing } from './list.ts';

/** Which folders call which in a repository. Folders and files are relative to its top. */
export interface Graph {
  /** Folders that are applied as root modules, sorted. */
  readonly roots: readonly string[];
  /** Folders of all modules that a root uses, including its own. */
  reach(root: string): ReadonlySet<string>;
  /** The files of a folder that Terraform reads, with links resolved. */
  files(folder: string): readonly string[];
}

/** The text of a file, by its path from the top; empty if it cannot be read. */
export type TextOf = (path: string) => string;

/**
 * Distinguishes roots from modules. A root is a folder that no other folder calls, that has its own
 * backend, state or variable files, or that is named. Examples and tests of a module are not roots,
 * and neither are folders that only contain files which roots link to.
 */
export function rootGraph(listing: FolderListing, textOf: TextOf, named: readonly string[]): Graph {
  const { folders, links } = listing;
  const calls = remembering((folder: string) => callsOf(listing, textOf, folder));
  const all = [...folders.keys()].filter((folder) => namesOf(listing, folder).some(isCodeFile));
  const called = new Set(all.flatMap((folder) => [...calls(folder)].filter((to) => to !== folder)));
  const stores = linkedFolders(listing);
  const isRoot = (folder: string): boolean => {
    if (named.includes(folder) || hasState(listing, folder)) return true;
    if (stores.has(folder)) return false;
    if (hasBackend(listing, textOf, folder)) return true;
    if (isShown(folder, calls(folder), listing)) return false;
    return !called.has(folder) || namesOf(listing, folder).some(isAutomatic);
  };
  return {
    roots: all.filter(isRoot),
    reach: remembering((root) => reachOf(root, calls)),
    files: (folder) =>
      namesOf(listing, folder)
        .filter((name) => isCodeFile(name) || isVariableFile(name))
        .map((name) => followLinks(links, posix.join(folder, name))),
  };
}

/** True for examples and tests of a module above them, which are not applied permanently. */
function isShown(folder: string, called: ReadonlySet<string>, listing: FolderListing): boolean {
  const parts = folder.split('/');
  return parts.some((part, index) => {
    const above = parts.slice(0, index).join('/');
    if (!/^(?:examples?|tests?|fixtures)$/.test(part)) return false;
    return called.has(above) && namesOf(listing, above).some(isCodeFile);
  });
}

/** Folders with code that is linked from other folders. */
function linkedFolders({ folders, links }: FolderListing): ReadonlySet<string> {
  const linked = [...folders].flatMap(([folder, names]) =>
    names.filter(isCodeFile).flatMap((name) => links.get(posix.join(folder, name)) ?? []),
  );
  return new Set(linked.map((path) => (path.includes('/') ? posix.dirname(path) : '')));
}

/** True for variable files that Terraform reads without being told. */
export function isAutomatic(name: string): boolean {
  return /^terraform\.tfvars(?:\.json)?$|\.auto\.tfvars(?:\.json)?$/.test(name);
}

export function isVariableFile(name: string): boolean {
  return /\.tfvars(?:\.json)?$/.test(name);
}

function namesOf({ folders }: FolderListing, folder: string): readonly string[] {
  return folders.get(folder) ?? [];
}

function hasState(listing: FolderListing, folder: string): boolean {
  if (namesOf(listing, folder).includes('terraform.tfstate')) return true;
  return workspacesBeside(listing, folder).length > 0;
}

/** Workspaces whose local states are next to a root. */
export function workspacesBeside({ folders }: FolderListing, folder: string): readonly string[] {
  const head = posix.join(folder, 'terraform.tfstate.d/');
  return [...folders.keys()].flatMap((path) => {
    const name = path.startsWith(head) ? path.slice(head.length) : '';
    return name !== '' && !name.includes('/') ? [name] : [];
  });
}

/** May be wrongly true, which only costs an evaluation, but never wrongly false. */
function hasBackend(listing: FolderListing, textOf: TextOf, folder: string): boolean {
  return codeOf(listing, folder).some((path) =>
    /(?:^|[\s{])"?(?:backend"?[\s:{]*"|cloud"?[\s:]*\{)/.test(
      textOf(followLinks(listing.links, path)),
    ),
  );
}

function codeOf(listing: FolderListing, folder: string): readonly string[] {
  return namesOf(listing, folder)
    .filter(isCodeFile)
    .map((name) => posix.join(folder, name));
}

function callsOf(listing: FolderListing, textOf: TextOf, folder: string): ReadonlySet<string> {
  const { links } = listing;
  return new Set(
    codeOf(listing, folder)
      .flatMap((path) => localSources(path, textOf(followLinks(links, path))))
      .map((source) => posix.normalize(posix.join(folder, source)).replace(/\/$/, ''))
      .map((path) => followLinks(links, path === '.' ? '' : path)),
  );
}

function reachOf(
  root: string,
  calls: (folder: string) => ReadonlySet<string>,
): ReadonlySet<string> {
  const reached = new Set([root]);
  // Iterating over a set also visits elements added meanwhile.
  for (const folder of reached) for (const next of calls(folder)) reached.add(next);
  return reached;
}

function remembering<T>(compute: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? compute(key);
    made.set(key, known);
    return known;
  };
}
