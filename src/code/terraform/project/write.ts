import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import { journalFolder, lock, settleJournal, unlock, writeJournal } from './journal.ts';
import { createWriteStep, finish, forget, moveFile, stageFiles, undoSteps } from './steps.ts';

/**
 * One file to write: its path relative to the root, the content it must have, and the new content.
 */
export interface ProjectFileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Writes all changes or none, even if the process is killed or the disk is full: new content is
 * staged next to its targets first, and from then on the write is completed, if necessary by the
 * next run. If a file has changed meanwhile, the write fails, so that work of other people is never
 * overwritten. Mode and owner of a file stay. `folder` is where the write is recorded
 * (`journalFolder`).
 */
export async function writeProject(
  root: string,
  changes: readonly ProjectFileChange[],
  folder: string = journalFolder(root),
): Promise<Result<void>> {
  if (changes.length === 0) return ok(undefined);
  try {
    if (!(await lock(folder, finish))) return fail(locked(root));
  } catch (error) {
    return fail(notWritten(root, error));
  }
  const steps = changes.map((change) => createWriteStep(root, change));
  let isReady = false;
  try {
    for (const change of changes) {
      const moved = await changedMeanwhile(root, change);
      if (moved !== undefined) {
        await unlock(folder);
        return fail(moved);
      }
    }
    await writeJournal(folder, { state: 'staging', steps });
    for (const [at, change] of changes.entries()) await stageFiles(steps[at], change);
    await writeJournal(folder, { state: 'ready', steps });
    isReady = true;
    for (const step of steps) await moveFile(step);
  } catch (error) {
    await (isReady ? undoSteps(steps) : forget(steps));
    await unlock(folder);
    return fail(notWritten(root, error));
  }
  await forget(steps);
  await unlock(folder);
  return ok(undefined);
}

/** Finishes or undoes a killed write below the root. To be called before the project is read. */
export async function settleWrites(
  root: string,
  folder: string = journalFolder(root),
): Promise<Result<void>> {
  try {
    await settleJournal(folder, finish);
    return ok(undefined);
  } catch (error) {
    return fail({ ...notWritten(root, error), code: 'write-unfinished' });
  }
}

function locked(root: string): Problem {
  return {
    code: 'write-locked',
    message: 'Another process of Parley is writing to this project; nothing was written.',
    place: { file: root },
    hint: 'Run again when it is done.',
  };
}

async function changedMeanwhile(
  root: string,
  change: ProjectFileChange,
): Promise<Problem | undefined> {
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
