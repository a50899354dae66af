import { join, posix, resolve } from 'node:path';
import type { Program } from '../program.ts';
import { folderKey, isFolderAtOrBelow, readText, realPath } from '../project/folder.ts';
import { followLinks } from '../project/links.ts';
import { readFiles } from '../project/read.ts';
import { isCodeFile } from '../project/sources.ts';
import { type FolderListing, listRepository } from './list.ts';
import { type Graph, isAutomatic, isVariableFile, rootGraph, type TextOf } from './roots.ts';
import { otherRootStacks } from './stacks.ts';
import type { CodeRepository, NamedStack, OtherStack, RootStack } from './types.ts';

export interface RepositoryInput {
  /** Absolute, with links resolved. */
  readonly top: string;
  /** The stack of this run. */
  readonly own: RootStack;
  /** The files of that stack, so that no file is read twice. */
  readonly tree: ReadonlyMap<string, string>;
  /** Stacks that the settings of the repository list. */
  readonly named: readonly NamedStack[];
  /** Reads the stack from the settings of one folder. */
  readonly settingsOf: (text: string) => Omit<NamedStack, 'folder'> | undefined;
  /** The program that reads the code. */
  readonly product?: Program;
}

/** The result of the first analysis of the repository. */
interface Known {
  readonly listing: FolderListing;
  readonly graph: Graph;
  readonly named: readonly NamedStack[];
  /** Stacks by root, filled on demand. */
  readonly stacks: Map<string, readonly RootStack[]>;
}

/** A repository on disk. Nothing is read before the first query. */
export function openRepository(input: RepositoryInput): CodeRepository {
  const { top, own, tree, product } = input;
  const texts = new Map<string, string | undefined>();
  for (const [path, text] of tree) texts.set(resolve(top, own.folder, path), text);
  const readOnce = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, readText(path));
    return texts.get(path);
  };
  const stacks = new Map<string, OtherStack>();
  const stackOnce = (stack: RootStack): OtherStack => {
    const key = JSON.stringify(stack);
    const read = stacks.get(key) ?? readStack(top, own, stack, readOnce);
    const found = product === undefined ? read : { ...read, options: { ...read.options, product } };
    stacks.set(key, found);
    return found;
  };
  let known: { readonly value: Known | undefined } | undefined;
  return {
    readersOf(paths) {
      known ??= { value: look(input, readOnce) };
      const { value } = known;
      if (value === undefined) return undefined;
      const files = paths.map((path) => fromTop(own.folder, path));
      return stacksReading(own, value, textFrom(top, readOnce), files).map(stackOnce);
    },
  };
}

function look(input: RepositoryInput, readOnce: ReadOnce): Known | undefined {
  const { top, own } = input;
  const listing = listRepository(top);
  if (listing === undefined) return undefined;
  const textOf = textFrom(top, readOnce);
  const settled = [...listing.folders].flatMap(([folder, names]): readonly NamedStack[] => {
    if (!names.includes('parley.yaml') || input.named.some((each) => each.folder === folder))
      return [];
    const settings = input.settingsOf(textOf(posix.join(folder, 'parley.yaml')));
    const isConfigured = settings?.varFiles !== undefined || settings?.workspace !== undefined;
    return isConfigured && folder !== own.folder ? [{ ...settings, folder }] : [];
  });
  const named = [...input.named, ...settled];
  const folders = [own, ...input.named].map(({ folder }) => folder);
  return { listing, named, graph: rootGraph(listing, textOf, folders), stacks: new Map() };
}

type ReadOnce = (path: string) => string | undefined;

function textFrom(top: string, readOnce: ReadOnce): TextOf {
  return (path) => readOnce(join(top, path)) ?? '';
}

function fromTop(folder: string, path: string): string {
  return posix.normalize(posix.join(folder, path));
}

/** Stacks other than the current one that may read one of the files. */
function stacksReading(
  own: RootStack,
  { listing, graph, named, stacks }: Known,
  textOf: TextOf,
  files: readonly string[],
): readonly RootStack[] {
  const inputs = files.filter(isVariableFile);
  const others = files.filter((file) => !isVariableFile(file));
  return graph.roots.flatMap((root) => {
    const folders = graph.reach(root);
    const code = [...folders].flatMap((folder) => graph.files(folder));
    const isReader = others.some((file) => mayRead(file, folders, code, textOf));
    if (!isReader && inputs.length === 0) return [];
    const all = stacks.get(root) ?? otherRootStacks({ listing, textOf, named, own }, root, code);
    stacks.set(root, all);
    return all.filter((stack) => isReader || inputs.some((file) => isInput(stack, file, listing)));
  });
}

/** True for a variable file that the stack uses. */
function isInput(
  { folder, varFiles }: RootStack,
  file: string,
  { folders, links }: FolderListing,
): boolean {
  const automatic = (folders.get(folder) ?? []).filter(isAutomatic);
  return [...automatic, ...varFiles].some(
    (path) => followLinks(links, fromTop(folder, path)) === file,
  );
}

/** True for files of its modules, and for other files if functions may read them. */
function mayRead(
  file: string,
  folders: ReadonlySet<string>,
  code: readonly string[],
  textOf: (path: string) => string,
): boolean {
  const folder = posix.dirname(file);
  if (code.includes(file)) return true;
  if (isCodeFile(file)) return folders.has(folder === '.' ? '' : folder);
  return code.some((path) => /\b(?:file|templatefile)[a-z0-9]*\s*\(/.test(textOf(path)));
}

function readStack(top: string, own: RootStack, stack: RootStack, readOnce: ReadOnce): OtherStack {
  const { folder, workspace } = stack;
  const base = join(top, folder);
  const { tree, links, unread } = readFiles({ base, top, isClosed: true, read: readOnce });
  const varFiles = stack.varFiles.map((file) => followLinks(links, posix.normalize(file)));
  const added = varFiles.flatMap((file) => {
    const path = realPath(resolve(base, file));
    const isOurs = path !== undefined && isFolderAtOrBelow(path, top);
    const text = tree.has(file) || !isOurs ? undefined : readOnce(path);
    return text === undefined ? [] : [[file, text] as const];
  });
  const state = stateBeside(base, workspace, readOnce);
  return {
    stack,
    title: titleOf(stack, own),
    tree: added.length === 0 ? tree : new Map([...tree, ...added]),
    options: {
      varFiles,
      workspace,
      links,
      unread,
      env: {},
    },
    ...(state === undefined ? {} : { state }),
    pathOf: (path) => folderKey(base, join(top, own.folder, path)),
  };
}

function stateBeside(base: string, workspace: string, readOnce: ReadOnce): string | undefined {
  const folder = workspace === 'default' ? base : join(base, 'terraform.tfstate.d', workspace);
  return readOnce(join(folder, 'terraform.tfstate'));
}

function titleOf({ folder, varFiles, workspace }: RootStack, own: RootStack): string {
  const name = folder === '' ? 'the top folder' : folder;
  const [file] = varFiles.filter((each) => folder !== own.folder || !own.varFiles.includes(each));
  if (file !== undefined)
    return `${name} (${posix.basename(file) === 'terraform.tfvars' ? file : posix.basename(file)})`;
  return workspace === 'default' && folder !== own.folder
    ? name
    : `${name} (workspace ${workspace})`;
}
