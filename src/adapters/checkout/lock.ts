import { randomUUID } from 'node:crypto';
import { open, rename, stat, unlink, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '../../model/system-error.ts';

export interface LockTimes {
  /** Milliseconds between two heartbeats of the holder. */
  readonly beat: number;
  /** Milliseconds without a heartbeat after which the lock is taken over. */
  readonly lease: number;
  /** Milliseconds between two checks by a process that waits. */
  readonly pause: number;
}

export const defaultTimes: LockTimes = { beat: 2000, lease: 20_000, pause: 100 };

/**
 * Runs work in one process at a time, by means of a file that its holder touches. Whether the
 * holder is alive is not checked, because it may be on another machine. A holder that is too slow
 * loses the lock, so the work has to tolerate a second process doing the same; git does.
 */
export async function withLock<T>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  times: LockTimes,
): Promise<T | undefined> {
  if (!(await take(path, signal, times))) return undefined;
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, times.beat);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await remove(path);
  }
}

async function take(
  path: string,
  signal: AbortSignal | undefined,
  { lease, pause }: LockTimes,
): Promise<boolean> {
  let seen: string | undefined;
  for (let unchanged = 0; !signal?.aborted; unchanged += pause) {
    if (await create(path)) return true;
    const sign = await readFileIdentity(path);
    if (sign !== seen) unchanged = 0;
    seen = sign;
    if (unchanged >= lease) await removeStale(path);
    else await sleep(pause);
  }
  return false;
}

/** Only one of the waiting processes moves the file; the others find it gone. */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (isMoved) await remove(aside);
}

async function create(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readFileIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeMs}`;
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}
