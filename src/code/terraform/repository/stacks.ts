import { posix } from 'node:path';
import { isJsonObject } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { parseHcl } from '../../hcl/syntax/parse.ts';
import type { FolderListing } from './list.ts';
import { isAutomatic, isVariableFile, type TextOf, workspacesBeside } from './roots.ts';
import type { NamedStack, RootStack } from './types.ts';

/** The facts that distinguish the stacks of a root. */
export interface StackFacts {
  readonly listing: FolderListing;
  readonly textOf: TextOf;
  /** Stacks listed in settings. */
  readonly named: readonly NamedStack[];
  /** The stack of this run. */
  readonly own: RootStack;
}

/** Matches comparisons of the workspace with a literal name. */
const comparison =
  /terraform\.workspace\s*[!=]=\s*"([\w.-]+)"|"([\w.-]+)"\s*[!=]=\s*terraform\.workspace/g;

/**
 * The stacks of a root other than the current one: those in the settings; else one for each
 * variable file of an environment and each known workspace; else the root with default inputs.
 */
export function otherRootStacks(
  facts: StackFacts,
  root: string,
  code: readonly string[],
): readonly RootStack[] {
  const { own } = facts;
  const named = facts.named.filter(({ folder }) => folder === root);
  if (named.length > 0) return named.map(completed).filter((stack) => !isSame(stack, own));
  const workspaces = [...workspacesBeside(facts.listing, root), ...comparedIn(facts, code)];
  if (root === own.folder) return ownOthers(facts, new Set(workspaces));
  const found = environmentFiles(facts.listing, root).map((file) =>
    stackWith(root, file, workspaces),
  );
  const taken = new Set(found.map(({ workspace }) => workspace));
  const more = [...new Set(workspaces)]
    .filter((workspace) => !taken.has(workspace))
    .map((workspace) => ({ folder: root, varFiles: [], workspace }));
  const all = [...found, ...more];
  return all.length > 0 ? all : [{ folder: root, varFiles: [], workspace: 'default' }];
}

function completed({ folder, varFiles = [], workspace = 'default' }: NamedStack): RootStack {
  return { folder, varFiles, workspace };
}

function isSame(one: RootStack, other: RootStack): boolean {
  return (
    one.folder === other.folder &&
    one.workspace === other.workspace &&
    one.varFiles.join('\n') === other.varFiles.join('\n')
  );
}

function comparedIn({ textOf }: StackFacts, code: readonly string[]): readonly string[] {
  return code.flatMap((path) =>
    [...textOf(path).matchAll(comparison)].map(([, first, second]) => first ?? second ?? ''),
  );
}

/** Variable files that must be given explicitly, in the folder and its direct subfolders. */
function environmentFiles({ folders }: FolderListing, root: string): readonly string[] {
  const head = root === '' ? '' : `${root}/`;
  return [...folders].flatMap(([folder, names]) => {
    const below = folder === root ? '' : folder.slice(head.length);
    if (folder !== root && (!folder.startsWith(head) || below.includes('/'))) return [];
    const isOwn = folder === root;
    return names
      .filter((name) => isVariableFile(name) && !(isOwn && isAutomatic(name)))
      .map((name) => posix.join(below, name));
  });
}

/** `prod.tfvars` and `prod/terraform.tfvars` belong to the workspace `prod`. */
function stackWith(folder: string, file: string, workspaces: readonly string[]): RootStack {
  const name = workspaces.find((workspace) => environmentOf(file).includes(workspace));
  return { folder, varFiles: [file], workspace: name ?? 'default' };
}

/** Possible names of the environment that a variable file belongs to. */
function environmentOf(file: string): readonly string[] {
  const name = posix.basename(file).replace(/\.tfvars(?:\.json)?$/, '');
  return [name, posix.basename(posix.dirname(file))];
}

/** Other stacks in the folder of the current one. */
function ownOthers(facts: StackFacts, workspaces: ReadonlySet<string>): readonly RootStack[] {
  const { own } = facts;
  const others = siblingInputs(facts);
  const taken = new Set([own, ...others].map(({ workspace }) => workspace));
  const more = [...workspaces]
    .filter((workspace) => !taken.has(workspace))
    .map((workspace) => ({ ...own, workspace }));
  return [...others, ...more];
}

/** The current stack with its variable file replaced by those of other environments. */
function siblingInputs(facts: StackFacts): readonly RootStack[] {
  const { own } = facts;
  for (const [index, file] of [...own.varFiles.entries()].reverse()) {
    const others = siblingsOf(facts, file);
    if (others.length === 0) continue;
    return others.map((other) => ({
      folder: own.folder,
      varFiles: own.varFiles.with(index, other),
      workspace: workspaceFor(own.workspace, file, other),
    }));
  }
  return [];
}

/** Derives the workspace: `prod` with `prod.tfvars` becomes `dev` with `dev.tfvars`. */
function workspaceFor(workspace: string, from: string, to: string): string {
  const at = environmentOf(from).indexOf(workspace);
  return (at < 0 ? undefined : environmentOf(to)[at]) ?? workspace;
}

/**
 * Variable files in the same folder or in sibling folders that set at least half of the same
 * variables.
 */
function siblingsOf({ listing, textOf, own }: StackFacts, file: string): readonly string[] {
  const path = posix.normalize(posix.join(own.folder, file));
  const passed = new Set(own.varFiles.map((each) => posix.normalize(posix.join(own.folder, each))));
  const folder = posix.dirname(path);
  const wanted = namesIn(path, textOf(path));
  const isAlike = (other: string): boolean => {
    const names = new Set(namesIn(other, textOf(other)));
    const shared = wanted.filter((name) => names.has(name)).length;
    return shared > 0 && shared * 2 >= wanted.length;
  };
  return [...listing.folders]
    .flatMap(([dir, names]) => names.map((name) => posix.join(dir, name)))
    .filter((other) => isVariableFile(other) && !passed.has(other))
    .filter((other) => {
      const dir = posix.dirname(other);
      if (dir === folder) return dir !== (own.folder || '.') || !isAutomatic(posix.basename(other));
      const isBeside =
        posix.dirname(dir) === posix.dirname(folder) && folder !== (own.folder || '.');
      return isBeside && posix.basename(other) === posix.basename(path);
    })
    .filter(isAlike)
    .map((other) => posix.relative(own.folder, other));
}

/** The variables that a file sets. */
function namesIn(path: string, text: string): readonly string[] {
  if (path.endsWith('.json')) {
    const value = parsedJson(text);
    return isJsonObject(value) ? Object.keys(value) : [];
  }
  return parseHcl(text).body.items.flatMap((item) =>
    item.kind === 'attribute' ? [item.name] : [],
  );
}
