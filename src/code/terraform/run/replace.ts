import {
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import type { Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';

/** Both are absolute, with links resolved. */
export interface CopyHomes {
  readonly project: string;
  /** Folder of the copy. */
  readonly base: string;
}

/** Restores what a text replaced. */
type Undo = () => Promise<void>;

/**
 * Replaces or adds files in a copy. The result is a function that restores the copy. If one of the
 * paths leads outside the project, nothing is changed.
 */
export async function replaceFiles(
  homes: CopyHomes,
  files: ReadonlyMap<string, string>,
): Promise<Result<Undo>> {
  const undone: Undo[] = [];
  const restore = async () => {
    for (let undo = undone.pop(); undo !== undefined; undo = undone.pop()) await undo();
  };
  for (const [path, text] of files) {
    const replaced = await replaceFile(homes, path, text);
    if (!replaced.ok) {
      await restore();
      return replaced;
    }
    undone.push(replaced.value);
  }
  return ok(restore);
}

async function replaceFile(
  { project, base }: CopyHomes,
  path: string,
  text: string,
): Promise<Result<Undo>> {
  const name = inside(path);
  if (name === undefined) return outside(path);
  const file = join(base, name);
  // A link in the path may lead outside the copy or the project.
  for (const home of [project, base]) {
    const folder = await realFolder(dirname(join(home, name)));
    if (folder !== home && !folder.startsWith(home + sep)) return outside(path);
  }
  const made = await mkdir(dirname(file), { recursive: true });
  const putBack = await whatStands(file);
  await rm(file, { force: true });
  await writeFile(file, text);
  return ok(async () => {
    await rm(file, { force: true });
    await putBack();
    if (made !== undefined) await rm(made, { recursive: true, force: true });
  });
}

/** Returns a function that restores the current file or link. */
async function whatStands(file: string): Promise<Undo> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return () => Promise.resolve();
  if (found.isSymbolicLink()) {
    const target = await readlink(file);
    return () => symlink(target, file);
  }
  const content = await readFile(file);
  return () => writeFile(file, content, { mode: found.mode });
}

/** The resolved path of a folder, or of the nearest existing folder above it. */
async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return realFolder(dirname(path));
  }
}

/** The path in the platform's notation, or undefined if it leads outside the project. */
export function inside(path: string): string | undefined {
  const name = normalize(path);
  return isAbsolute(name) || name.split(/[\\/]/)[0] === '..' ? undefined : name;
}

export function outside(path: string): Result<never> {
  return fail({
    code: 'path-outside',
    message: 'The path leads out of the project.',
    place: { file: path },
    hint: 'Run Parley in the folder that holds all modules.',
  });
}
