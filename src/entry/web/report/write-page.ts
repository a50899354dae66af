import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { ShownRun } from '../../../ports/store/shown.ts';
import { reportPage } from './page.ts';

/** Writes the page. With `diffs` it also shows how files would change. */
export async function writeReportPage(
  io: Io,
  file: string,
  report: Parameters<typeof reportPage>[0],
  diffs: ShownRun['diffs'] = [],
): Promise<Result<void>> {
  try {
    // The page shows who did what on which machine, so other users of this one must not read it.
    await writeFile(resolve(io.cwd, file), await reportPage(report, diffs), { mode: 0o600 });
    return ok(undefined);
  } catch (error) {
    return fail(unwritable(file, error));
  }
}

function unwritable(file: string, error: unknown): Problem {
  return {
    code: 'report-page',
    message: `The page could not be written: ${error instanceof Error ? error.message : error}`,
    place: { file },
    hint: 'Name a file in a folder that is there and may be written to.',
  };
}
