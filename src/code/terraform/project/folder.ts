import {
  accessSync,
  constants,
  type Dirent,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../../../model/text.ts';
import { isCodeFile } from './sources.ts';
import type { UnreadReason } from './unread.ts';

/** Bytes. A larger code file can only be generated data. */
const largestCode = 8 * 1024 * 1024;
/**
 * Bytes of a file that functions read (`file`, `templatefile`). The content of larger ones is
 * unknown.
 */
const largestFile = 1024 * 1024;
/** Maximum number of files read, not counting code and variable files. */
const maxFiles = 20_000;
const skippedFolders = new Set(['.git', 'node_modules', '.parley', '.terragrunt-cache']);

/** The files read so far. Paths are relative to `base`, with forward slashes. */
export interface FolderReading {
  /** Absolute, with links resolved. */
  readonly base: string;
  /** Links that lead outside this folder are not followed. Absolute, with links resolved. */
  readonly top: string;
  /** The text of a file by its absolute path; undefined if it cannot be read. */
  readonly read: (path: string) => string | undefined;
  readonly files: Map<string, string>;
  readonly links: Map<string, string>;
  readonly unread: Map<string, UnreadReason>;
}

/**
 * Reads synchronously: for thousands of small files, awaiting each one takes ten times as long. For
 * a module (`all` is false), subfolders belong to it unless they contain code, which makes them
 * other modules.
 */
export function readFolder(reading: FolderReading, folder: string, all: boolean): void {
  const { base, unread } = reading;
  const entries = entriesOf(folder);
  if (entries === undefined) {
    unread.set(folderKey(base, folder), 'no-access');
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!isWanted(base, path, entry.name)) continue;
    if (entry.isDirectory()) {
      if (all || !hasCode(path)) readFolder(reading, path, all);
    } else if (entry.isSymbolicLink()) readLink(reading, path);
    else if (entry.isFile()) readInto(reading, path);
  }
}

/**
 * Links to files are resolved and the target is read. Linked folders are only read when code refers
 * to them.
 */
function readLink(reading: FolderReading, path: string): void {
  const { base, top, links, unread } = reading;
  const target = realPath(path);
  if (target === undefined || !isFolderAtOrBelow(target, top)) {
    unread.set(folderKey(base, path), target === undefined ? 'leads-nowhere' : 'leads-out');
    return;
  }
  if (!isWanted(base, target, target.slice(target.lastIndexOf(sep) + 1))) return;
  links.set(folderKey(base, path), folderKey(base, target));
  if (!isFolder(target)) readInto(reading, target);
}

/** Reads one file, unless it is a folder or not wanted. */
export function readFile(reading: FolderReading, path: string): void {
  const name = path.slice(path.lastIndexOf(sep) + 1);
  if (isWanted(reading.base, path, name) && !isFolder(path)) readInto(reading, path);
}

function readInto({ base, files, unread, read }: FolderReading, path: string): void {
  const key = folderKey(base, path);
  if (files.has(key)) return;
  const isKept = files.size < maxFiles || isInput(path);
  const text = isKept ? read(path) : undefined;
  if (text !== undefined) files.set(key, text);
  else unread.set(key, isKept ? whyUnread(path) : 'too-large');
}

function hasCode(folder: string): boolean {
  return entriesOf(folder)?.some(({ name }) => isCodeFile(name)) ?? false;
}

/** True for files that Terraform reads without an expression that refers to them. */
function isInput(path: string): boolean {
  return isCodeFile(path) || /\.tfvars(?:\.json)?$/.test(path);
}

/** Sorted by name, so that the result does not depend on the file system. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => compareText(a.name, b.name));
  } catch {
    return undefined;
  }
}

function isWanted(base: string, path: string, name: string): boolean {
  if (skippedFolders.has(name)) return false;
  if (/\.tfstate(\.backup|\.\d+\.backup)?$/.test(name)) return false;
  const key = folderKey(base, path);
  if (!key.startsWith('.terraform')) return true;
  return !key.startsWith('.terraform/providers');
}

export function folderKey(base: string, path: string): string {
  return relative(base, path).split(sep).join('/');
}

export function isFolderAtOrBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** The path with links resolved; undefined if nothing exists there. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file; undefined if it is too large or not text, see `whyUnread`. */
export function readText(path: string): string | undefined {
  try {
    if (isTooLarge(path)) return undefined;
    const text = utf8.decode(readFileSync(path));
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

function whyUnread(path: string): UnreadReason {
  try {
    if (isTooLarge(path)) return 'too-large';
    accessSync(path, constants.R_OK);
    return 'not-text';
  } catch {
    return 'no-access';
  }
}

function isTooLarge(path: string): boolean {
  return statSync(path).size > (isInput(path) ? largestCode : largestFile);
}
