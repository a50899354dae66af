import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { compareKeys } from '../../../model/text.ts';
import {
  type FolderReading,
  folderKey,
  isFolderAtOrBelow,
  readFile,
  readFolder,
  readText,
  realPath,
} from './folder.ts';
import { followLinks, type Links } from './links.ts';
import { isCodeFile, localSources, pathsUp } from './sources.ts';
import type { UnreadFiles } from './unread.ts';

export interface ReadProjectOptions {
  /** False if a folder without code is acceptable. */
  readonly needsCode?: boolean;
  /** Top of the repository; links that lead outside it are not followed. Defaults to the root. */
  readonly top?: string;
  /** If true, modules outside of `top` are not read either. */
  readonly isClosed?: boolean;
}

/** The files of a project. Keys are paths relative to the root, with forward slashes. */
export interface ProjectFiles {
  readonly tree: ReadonlyMap<string, string>;
  readonly links: Links;
  /** Files that exist but were not read, code or not. */
  readonly unread: UnreadFiles;
}

/**
 * Reads a project: every text file below the root, the local modules outside the root that it calls
 * (`../modules/net/main.tf`), and the registry modules that `terraform init` downloaded. A linked
 * file has the path of its target.
 */
export async function readProject(
  root: string,
  { needsCode = true, top, isClosed = false }: ReadProjectOptions = {},
): Promise<Result<ProjectFiles>> {
  const unusable = await checkRoot(resolve(root));
  if (unusable !== undefined) return fail(unusable);
  const base = realPath(root) ?? resolve(root);
  const files = readFiles({ base, top: realPath(top ?? base) ?? base, isClosed, read: readText });
  return needsCode && !hasCode(files) ? fail(noCode(root)) : ok(files);
}

/** Reads a project whose folder is known to exist. */
export function readFiles({
  isClosed,
  ...place
}: Pick<FolderReading, 'base' | 'top' | 'read'> & { readonly isClosed: boolean }): ProjectFiles {
  const reading: FolderReading = {
    ...place,
    files: new Map(),
    links: new Map(),
    unread: new Map(),
  };
  readFolder(reading, reading.base, true);
  readModules(reading, isClosed);
  const tree = new Map([...reading.files].sort(compareKeys));
  return { tree, links: reading.links, unread: reading.unread };
}

/** True if the files include a root module. */
export function hasCode({ tree, links, unread }: ProjectFiles): boolean {
  return [...tree.keys(), ...links.keys(), ...unread.keys()].some(
    (path) => !path.includes('/') && isCodeFile(path),
  );
}

async function checkRoot(root: string): Promise<Problem | undefined> {
  try {
    if ((await stat(root)).isDirectory()) return undefined;
    return { ...noCode(root), message: 'The project root is a file, not a folder.' };
  } catch {
    return {
      code: 'project-not-found',
      message: 'There is no such folder, or it cannot be read.',
      place: { file: root },
      hint: 'Give the folder that holds your root module with --dir.',
    };
  }
}

function noCode(root: string): Problem {
  return {
    code: 'no-configuration',
    message: 'The folder has no Terraform files (*.tf, *.tofu or *.tf.json).',
    place: { file: root },
    hint: 'Give the folder that holds your root module with --dir.',
  };
}

/** Reads the local modules outside of the root, and the modules that they call. */
function readModules(reading: FolderReading, isClosed: boolean): void {
  const seen = new Set<string>();
  for (let wanted = missingModules(reading, seen); wanted.length > 0; ) {
    for (const key of wanted) readModule(reading, key, isClosed);
    wanted = missingModules(reading, seen);
  }
}

function readModule(reading: FolderReading, key: string, isClosed: boolean): void {
  const { base, top, links, unread } = reading;
  const folder = realPath(resolve(base, key));
  if (folder === undefined) return;
  const isOutside = !isFolderAtOrBelow(folder, top);
  const real = folderKey(base, folder);
  if (isOutside && (isClosed || real !== key)) {
    unread.set(key, 'leads-out');
    return;
  }
  if (real !== key) links.set(key, real);
  readFolder(reading, folder, false);
}

/** Folders of local modules that are called but not read yet, with links resolved. */
function missingModules(reading: FolderReading, seen: Set<string>): readonly string[] {
  const { files, links } = reading;
  const wanted = new Set<string>();
  const all = [...files.keys(), ...links.keys()].filter(
    (path) => isCodeFile(path) && !seen.has(path),
  );
  for (const path of all) {
    seen.add(path);
    const text = files.get(followLinks(links, path)) ?? '';
    // Only `..` and links lead outside the root.
    if (!text.includes('..') && links.size === 0) continue;
    for (const path of pathsUp(text)) readNamed(reading, posix.dirname(path), path);
    for (const source of localSources(path, text)) {
      const folder = posix.normalize(posix.join(posix.dirname(path), source));
      const real = followLinks(links, folder.replace(/\/$/, ''));
      if (/^\.\.(?:\/|$)/.test(real)) wanted.add(real);
    }
  }
  return [...wanted].sort();
}

/**
 * Reads a file that functions may read. Its path may be relative to the root or to the calling
 * module.
 */
function readNamed(reading: FolderReading, folder: string, named: string): void {
  const { base, top } = reading;
  for (const path of new Set([resolve(base, named), resolve(base, folder, named)])) {
    const target = realPath(path);
    if (target !== undefined && isFolderAtOrBelow(target, top)) readFile(reading, target);
  }
}
