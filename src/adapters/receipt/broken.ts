import { join } from 'node:path';
import { z } from 'zod';
import { fail, type Problem, type Result } from '../../model/result.ts';
import { BrokenTable } from '../store/files/folder.ts';

/** Thrown if the files of a log are not as they were written. */
class BrokenLog extends Error {
  readonly problem: Problem;

  constructor(file: string, cause: unknown) {
    super('The files of the receipts have been changed.', { cause });
    this.problem = {
      code: 'receipt-log-file',
      message: 'The receipts cannot be read: one of their files has been changed.',
      place: { file },
      hint: 'Restore the files from a backup, and compare its checkpoint with those in commits.',
    };
  }
}

/** Works with the files of a log, which somebody may have changed. */
export async function readingLog<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenTable) throw new BrokenLog(join(folder, error.file), error);
    if (error instanceof z.ZodError) throw new BrokenLog(folder, error);
    throw error;
  }
}

/** Works on a log, and returns a defect of its files as a problem like any other. */
export async function orBrokenLog<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenLog) return fail(error.problem);
    throw error;
  }
}
