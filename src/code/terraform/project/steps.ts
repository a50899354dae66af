import { chmod, chown, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hexDigest } from '../../../model/digest.ts';
import { hasErrorCode } from '../../../model/system-error.ts';
import type { Journal, WriteStep } from './journal.ts';

/** The step for writing one file. It changes nothing yet. */
export function createWriteStep(
  root: string,
  { path, before, after }: { path: string; before: string | undefined; after: string },
): WriteStep {
  const target = join(root, path);
  const step: WriteStep = { target, scratch: `${target}.parley-new`, after: hexDigest(after) };
  return before === undefined
    ? step
    : { ...step, kept: `${target}.parley-old`, before: hexDigest(before) };
}

/** Writes the new content next to its target, and hard-links the old content. */
export async function stageFiles(
  step: WriteStep | undefined,
  change: { after: string },
): Promise<void> {
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
  // A hard link takes no disk space, so undoing never fails for lack of it.
  await link(target, kept);
}

export async function moveFile({ scratch, target }: WriteStep): Promise<void> {
  await rename(scratch, target);
}

/** Completes a write whose process is gone, using only the files on disk. */
export async function finish({ state, steps }: Journal): Promise<void> {
  if (state === 'staging') return forget(steps);
  const waiting: WriteStep[] = [];
  for (const step of steps) if (await isThere(step.scratch)) waiting.push(step);
  for (const step of waiting) {
    // Someone changed the target since.
    if ((await digestAt(step.target)) !== step.before) return undoSteps(steps);
  }
  for (const step of waiting) await moveFile(step);
  await forget(steps);
}

/**
 * Restores the old content of every target that still has the new one; later changes by people
 * stay.
 */
export async function undoSteps(steps: readonly WriteStep[]): Promise<void> {
  for (const step of steps) {
    const { target, scratch, kept, after } = step;
    if (await isThere(scratch)) continue;
    if ((await digestAt(target)) !== after) continue;
    if (kept === undefined) await rm(target, { force: true });
    else await rename(kept, target);
  }
  await forget(steps);
}

/** Removes the staged files next to the targets. */
export async function forget(steps: readonly WriteStep[]): Promise<void> {
  for (const { scratch, kept } of steps) {
    await rm(scratch, { force: true });
    if (kept !== undefined) await rm(kept, { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (hasErrorCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

/** Undefined if the file does not exist. */
async function digestAt(path: string): Promise<string | undefined> {
  try {
    return hexDigest(await readFile(path));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
