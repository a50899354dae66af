import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem, Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';

/** One file to write: its path relative to the root, what it held, and what it should hold. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Writes all of the changes or none of them: everything is written beside its target first, files
 * that changed meanwhile stop it, and a failing rename puts back what was already moved.
 */
export async function writeProject(
  root: string,
  changes: readonly FileChange[],
): Promise<Result<void>> {
  for (const change of changes) {
    const moved = await changedMeanwhile(root, change);
    if (moved !== undefined) return fail(moved);
  }
  const prepared: Prepared[] = [];
  try {
    for (const change of changes) prepared.push(await prepare(root, change));
    await commit(prepared);
    return ok(undefined);
  } catch (error) {
    return fail(notWritten(root, error));
  } finally {
    await Promise.all(prepared.map(({ scratch }) => rm(scratch, { force: true })));
  }
}

interface Prepared {
  readonly target: string;
  readonly scratch: string;
  readonly before: string | undefined;
}

async function prepare(root: string, change: FileChange): Promise<Prepared> {
  const target = join(root, change.path);
  const scratch = `${target}.parley-${process.pid}`;
  const mode = change.before === undefined ? 0o644 : (await stat(target)).mode;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(scratch, change.after, { mode, flag: 'wx' });
  return { target, scratch, before: change.before };
}

async function commit(prepared: readonly Prepared[]): Promise<void> {
  const done: Prepared[] = [];
  try {
    for (const file of prepared) {
      await rename(file.scratch, file.target);
      done.push(file);
    }
  } catch (error) {
    for (const { target, before } of done) {
      if (before === undefined) await rm(target, { force: true });
      else await writeFile(target, before);
    }
    throw error;
  }
}

async function changedMeanwhile(root: string, change: FileChange): Promise<Problem | undefined> {
  const now = await readFile(join(root, change.path), 'utf8').catch(() => undefined);
  if (now === change.before) return undefined;
  return {
    code: 'file-changed-meanwhile',
    message: 'The file changed while Parley was working, so nothing was written.',
    place: { file: change.path },
    hint: 'Run again.',
  };
}

function notWritten(root: string, error: unknown): Problem {
  return {
    code: 'write-failed',
    message: `Nothing was written: ${error instanceof Error ? error.message : String(error)}.`,
    place: { file: root },
    hint: 'Check the permissions of the project folder and the free space.',
  };
}
