import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { parseHcl } from '../../hcl/syntax/parse.ts';
import type { Problem, Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';

/** Files Terraform may read (`file`, `templatefile`) are small; larger ones are left out. */
const largestFile = 1024 * 1024;
const mostFiles = 20_000;
const skippedFolders = new Set(['.git', 'node_modules', '.parley', '.terragrunt-cache']);

/**
 * Reads a project: every text file below the root, the local modules it calls outside of it, and
 * the registry modules that `terraform init` fetched. Keys are paths relative to the root with
 * forward slashes (`../modules/net/main.tf` for a module outside). Modules outside of `within` are
 * left out, where that is given.
 */
export async function readProject(
  root: string,
  needsCode = true,
  within?: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  const base = resolve(root);
  const unusable = await checkRoot(base);
  if (unusable !== undefined) return fail(unusable);
  const files = new Map<string, string>();
  readFolder(base, base, files, true);
  const seen = new Set<string>();
  for (let outside = missingModules(base, files, seen); outside.length > 0; ) {
    for (const folder of outside) {
      if (isBelow(folder, within)) readFolder(base, folder, files, false);
    }
    outside = missingModules(base, files, seen);
  }
  if (needsCode && !hasCode(files)) return fail(noCode(root));
  return ok(new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** True when there is a root module among the files. */
export function hasCode(files: ReadonlyMap<string, string>): boolean {
  return [...files.keys()].some((path) => !path.includes('/') && isCode(path));
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

function isBelow(folder: string, top: string | undefined): boolean {
  return top === undefined || folder === top || folder.startsWith(top + sep);
}

function isCode(path: string): boolean {
  return /\.(tf|tofu|tf\.json|tofu\.json)$/.test(path);
}

/** Reads at once what is there: for thousands of small files, waiting for each takes ten times as long. */
function readFolder(base: string, folder: string, files: Map<string, string>, deep: boolean): void {
  const entries = entriesOf(folder);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (files.size >= mostFiles) return;
    if (entry.isDirectory()) {
      if (deep && isWanted(base, path, entry.name)) readFolder(base, path, files, true);
    } else if (entry.isFile() && isWanted(base, path, entry.name)) {
      const text = readText(path);
      if (text !== undefined) files.set(keyOf(base, path), text);
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isWanted(base: string, path: string, name: string): boolean {
  if (skippedFolders.has(name)) return false;
  if (/\.tfstate(\.backup|\.\d+\.backup)?$/.test(name)) return false;
  const key = keyOf(base, path);
  if (!key.startsWith('.terraform')) return true;
  return !key.startsWith('.terraform/providers');
}

function keyOf(base: string, path: string): string {
  return relative(base, path).split(sep).join('/');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(path: string): string | undefined {
  try {
    if (statSync(path).size > largestFile) return undefined;
    const text = utf8.decode(readFileSync(path));
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Folders of local modules that are called but not read yet. */
function missingModules(
  base: string,
  files: ReadonlyMap<string, string>,
  seen: Set<string>,
): readonly string[] {
  const wanted: string[] = [];
  for (const [path, text] of files) {
    if (!/\.(tf|tofu)$/.test(path) || seen.has(path)) continue;
    seen.add(path);
    // Only a path with `..` leads out, and parsing every file twice is dear.
    if (!text.includes('..')) continue;
    for (const source of localSources(text)) {
      const folder = posix.normalize(posix.join(posix.dirname(path), source));
      if (folder.startsWith('..') && !isAbsolute(folder)) wanted.push(resolve(base, folder));
    }
  }
  return [...new Set(wanted)].sort();
}

function localSources(text: string): readonly string[] {
  return parseHcl(text).body.items.flatMap((item) => {
    if (item.kind !== 'block' || item.type !== 'module') return [];
    return item.body.items.flatMap((inner) => {
      if (inner.kind !== 'attribute' || inner.name !== 'source') return [];
      const source = text.slice(inner.value.start + 1, inner.value.end - 1);
      return /^\.\.?\//.test(source) ? [source] : [];
    });
  });
}
