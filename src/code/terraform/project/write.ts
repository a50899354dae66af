import { chmod, chown, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem, Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import {
  isCode,
  type Journal,
  journalFolder,
  lock,
  type Step,
  settle,
  unlock,
  writeJournal,
} from './journal.ts';

/** One file to write: its path relative to the root, what it held, and what it should hold. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Writes all of the changes or none of them, also where the process is killed or the disk is full:
 * everything is written beside its target first, and from then on the write is finished, by the next
 * run if need be. Files that changed meanwhile stop it. Mode and owner of a file stay. `folder` is
 * where it is noted (`journalFolder`).
 */
export async function writeProject(
  root: string,
  changes: readonly FileChange[],
  folder: string = journalFolder(root),
): Promise<Result<void>> {
  if (changes.length === 0) return ok(undefined);
  try {
    if (!(await lock(folder, finish))) return fail(locked(root));
  } catch (error) {
    return fail(notWritten(root, error));
  }
  const steps = changes.map((change) => stepOf(root, change));
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
    for (const [at, change] of changes.entries()) await stage(steps[at], change);
    await writeJournal(folder, { state: 'ready', steps });
    isReady = true;
    for (const step of steps) await rename(step.scratch, step.target);
  } catch (error) {
    await undo(steps, isReady);
    await unlock(folder);
    return fail(notWritten(root, error));
  }
  await finish({ state: 'ready', steps });
  await unlock(folder);
  return ok(undefined);
}

/** What a write that was killed left below the root is finished or undone, before it is read. */
export async function settleWrites(
  root: string,
  folder: string = journalFolder(root),
): Promise<Result<void>> {
  try {
    await settle(folder, finish);
    return ok(undefined);
  } catch (error) {
    return fail({ ...notWritten(root, error), code: 'write-unfinished' });
  }
}

function stepOf(root: string, { path, before }: FileChange): Step {
  const target = join(root, path);
  const scratch = `${target}.parley-new`;
  return before === undefined
    ? { target, scratch }
    : { target, scratch, kept: `${target}.parley-old` };
}

async function stage(step: Step | undefined, change: FileChange): Promise<void> {
  if (step === undefined) return;
  const { target, scratch, kept } = step;
  await mkdir(dirname(target), { recursive: true });
  await rm(scratch, { force: true });
  const handle = await open(scratch, 'wx', 0o600);
  try {
    await handle.writeFile(change.after);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (kept === undefined) return chmod(scratch, 0o644);
  const { mode, uid, gid } = await stat(target);
  const made = await stat(scratch);
  if (made.uid !== uid || made.gid !== gid) await chown(scratch, uid, gid);
  await chmod(scratch, mode & 0o7777);
  await rm(kept, { force: true });
  // A second name takes no space, so that going back never lacks any.
  await link(target, kept);
}

/** From what is on the disk alone. */
async function finish({ state, steps }: Journal): Promise<void> {
  if (state === 'staging') return undo(steps, false);
  for (const { scratch, target } of steps) {
    try {
      await rename(scratch, target);
    } catch (error) {
      // It was moved already.
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }
  for (const { kept } of steps) if (kept !== undefined) await rm(kept, { force: true });
}

/** Nothing was moved before all of it was there. */
async function undo(steps: readonly Step[], mayBeMoved: boolean): Promise<void> {
  for (const { target, scratch, kept } of steps) {
    const isMoved = await stat(scratch).then(
      () => false,
      (error) => isCode(error, 'ENOENT'),
    );
    await rm(scratch, { force: true });
    if (kept === undefined) {
      if (isMoved && mayBeMoved) await rm(target, { force: true });
      continue;
    }
    if (isMoved && mayBeMoved) await rename(kept, target);
    await rm(kept, { force: true });
  }
}

function locked(root: string): Problem {
  return {
    code: 'write-locked',
    message: 'Another process of Parley writes to this project; nothing was written.',
    place: { file: root },
    hint: 'Run again when it is done.',
  };
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
