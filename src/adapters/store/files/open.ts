import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { hasDatabase, historyFolder } from '../location.ts';
import { acquireLock } from '../lock.ts';
import { createFiles, type StoredFiles } from './folder.ts';
import { emptyHead, readHead, writeHead } from './head.ts';

/** Files that this process holds exclusively until it closes them. */
export interface OpenFiles extends StoredFiles {
  close(): Promise<void>;
}

/** Opens the files of a folder, and makes them if there are none. */
export async function openFiles(
  folder: string,
  { timeout }: { readonly timeout: number },
): Promise<Result<OpenFiles>> {
  const path = join(folder, historyFolder);
  try {
    await mkdir(folder, { recursive: true });
    const lock = await acquireLock(`${path}.lock`, { timeout, sleep });
    if (!lock.ok) return lock;
    const close = lock.value.release;
    try {
      const head = await readHead(path);
      if (head.ok && head.value === undefined) {
        if (await hasDatabase(folder)) {
          await close();
          return fail(takenOver(path));
        }
        await mkdir(path, { recursive: true });
        await writeHead(path, emptyHead);
      }
      if (head.ok) return ok({ ...createFiles(path, head.value), close });
      await close();
      return head;
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    return fail({
      code: 'store-not-opened',
      message: `The store cannot be opened: ${error instanceof Error ? error.message : error}.`,
      place: { file: path },
      hint: 'Check that you may write there; or move it away and run `parley init` to start afresh.',
    });
  }
}

/**
 * A service began between the check of the folder and the lock; it keeps everything in its
 * database.
 */
function takenOver(file: string): Problem {
  return {
    code: 'store-busy',
    message: 'A service has just taken over the store in this folder.',
    place: { file },
    hint: 'Run the command again.',
  };
}
