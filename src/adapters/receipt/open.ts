import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogKey } from '../../model/receipt.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { ReceiptLog } from '../../ports/receipt/receipt-log.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { createFiles, type StoredFiles } from '../store/files/folder.ts';
import { readHead } from '../store/files/head.ts';
import { acquireLock } from '../store/lock.ts';
import { readingLog } from './broken.ts';
import { generateKey, loadKey } from './key-files.ts';
import { receiptLog } from './log.ts';
import { rotateKey } from './rotate.ts';

export interface OpenLogOptions {
  /** Milliseconds to wait for another process. */
  readonly timeout: number;
  /** Signs instead of the key that is kept next to the log. */
  readonly signer?: Signer;
}

/** An open log; one in a folder stays locked until it is closed. */
export interface OpenLog extends ReceiptLog {
  /** Makes another key sign from now on; `time` is ISO 8601 UTC. */
  rotate(time: string): Promise<Result<LogKey>>;
  close(): Promise<void>;
}

/** Folder of receipts within that of the store. */
export const receiptsFolder = 'receipts';

function readingFiles(files: StoredFiles): StoredFiles {
  const { path } = files;
  return {
    path,
    read: (work) => readingLog(path, () => files.read(work)),
    change: (work) => readingLog(path, () => files.change(work)),
  };
}

/** Opens the log in the folder of a store; if there is none, the first receipt makes it. */
export async function openReceiptLog(
  folder: string,
  { timeout, signer }: OpenLogOptions,
): Promise<Result<OpenLog>> {
  const path = join(folder, receiptsFolder);
  try {
    // Nobody else may read the inputs of decisions: a proof may run under another account.
    await mkdir(path, { recursive: true, mode: 0o700 });
    const lock = await acquireLock(`${path}.lock`, { timeout, sleep });
    if (!lock.ok) return lock;
    const close = lock.value.release;
    const head = await readHead(path);
    if (!head.ok) {
      await close();
      return head;
    }
    const files = readingFiles(createFiles(path, head.value));
    const keyFolder = join(path, 'keys');
    const ownSigner = (current: LogKey | undefined): Promise<Result<Signer>> => {
      if (signer !== undefined) return Promise.resolve(ok(signer));
      return current === undefined ? generateKey(keyFolder) : loadKey(keyFolder, current.id);
    };
    const log = receiptLog({ files, inputs: join(path, 'inputs'), signer: ownSigner });
    return ok({
      ...log,
      close,
      async rotate(time) {
        const next = signer === undefined ? await generateKey(keyFolder) : ok(signer);
        return next.ok ? rotateKey({ files, keyFolder }, next.value, time) : next;
      },
    });
  } catch (error) {
    return fail({
      code: 'receipts-not-opened',
      message: `The receipts cannot be opened: ${error instanceof Error ? error.message : error}.`,
      place: { file: path },
      hint: 'Check that you may write there; verify an earlier export of them before anything is moved.',
    });
  }
}
