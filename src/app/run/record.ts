import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { Patch } from '../../model/patch.ts';
import type { Report } from '../../model/report.ts';
import type { Problem } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { ReusableDraft } from '../../ports/store/reusable-run.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { openProjectStore } from '../history/open-store.ts';
import { keepKnowledge } from './knowledge.ts';
import type { RunOptions } from './options.ts';

export interface RecordedRun {
  readonly report: Report;
  readonly written: readonly Patch[];
  readonly schema: ProviderSchema;
  readonly result: RunResult;
  /** The result that a later run may repeat; undefined where that cannot be determined. */
  readonly standing?: ReusableDraft;
}

/**
 * Keeps the run for later runs, where there is a store. The result was printed already, so a store
 * that cannot be opened is only reported.
 */
export async function recordRun(io: Io, options: RunOptions, recorded: RecordedRun): Promise<void> {
  const { report, result } = recorded;
  const location = storeLocation(resolve(io.cwd, options.project.dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return;
  const { runRecord } = await import('./run-record.ts');
  const store = await openProjectStore(io, options.project.dir);
  if (!store.ok) {
    printProblem(io, store.error);
    return;
  }
  try {
    await store.value.recordRun(runRecord(commandLine(options), recorded));
    if (result.unexplained !== undefined) await store.value.keepUnexplained(result.unexplained);
    await keepKnowledge(store.value, report);
  } catch (error) {
    // A full disk or a lost server must not make a finished run fail.
    printProblem(io, notRecorded(error));
  } finally {
    await store.value.close();
  }
}

export function commandLine({ delivery: { write, pr }, proof: { baseline } }: RunOptions): string {
  if (baseline !== undefined) return 'baseline';
  return write || pr ? 'reconcile' : 'scan';
}

export function notRecorded(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'run-not-recorded',
    message: `The run is done, but could not be recorded: ${why}.`,
    hint: 'Check that the disk has room and that the server of PARLEY_STORE runs; the next run records what it sees.',
  };
}
