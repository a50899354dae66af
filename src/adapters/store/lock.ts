import { randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { fail, ok, type Result } from '../../model/result.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { describeSelf, type Holder, isGone, parseHolder } from './holder.ts';

export interface LockOptions {
  /** Milliseconds to wait for another process; after that it is a problem. */
  readonly timeout: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface Held {
  release(): Promise<void>;
}

const pause = 50;

/**
 * Takes a lock file for this process, or waits for its holder. A file whose process is gone is
 * taken over.
 */
export async function acquireLock(
  path: string,
  { timeout, sleep }: LockOptions,
): Promise<Result<Held>> {
  const own = JSON.stringify(describeSelf());
  for (let waited = 0; ; waited += pause) {
    if (await createFile(path, own)) return ok({ release: () => removeFile(path) });
    const holder = await readHolder(path);
    if (holder !== undefined && isGone(holder)) {
      await removeStale(path, own);
      continue;
    }
    if (waited >= timeout) return fail(busy(path, holder));
    await sleep(pause);
  }
}

function busy(path: string, holder: Holder | undefined) {
  const who = holder === undefined ? 'Another process' : `Process ${holder.pid} on ${holder.host}`;
  return {
    code: 'store-busy',
    message: `${who} is using the store.`,
    place: { file: path },
    hint: 'Wait until it is done; if no parley runs there any more, delete this file.',
  };
}

/**
 * Returns false if the file already exists: only one process can create it. The file has its text
 * from the first moment on, since an empty one would not show whether its process is gone.
 */
async function createFile(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await removeFile(draft);
  }
}

/**
 * Removes the lock of a process that is gone. Only one process at a time may do so, and it checks
 * again: otherwise the second of two would remove the lock that the first one just took.
 */
async function removeStale(path: string, own: string): Promise<void> {
  const guard = `${path}.stale`;
  if (!(await createFile(guard, own))) {
    const cleaner = await readHolder(guard);
    if (cleaner !== undefined && isGone(cleaner)) await removeFile(guard);
    return;
  }
  try {
    const holder = await readHolder(path);
    if (holder !== undefined && isGone(holder)) await removeFile(path);
  } finally {
    await removeFile(guard);
  }
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  });
}

/** Undefined if the file is gone, or if Parley did not make it. */
async function readHolder(path: string): Promise<Holder | undefined> {
  return parseHolder(await readFile(path, 'utf8').catch(() => ''));
}
