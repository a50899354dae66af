import { join, resolve } from 'node:path';
import type { Report } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { type HistoryOptions, openHistory, selectHistory } from './history.ts';
import { lastReport, noReport, readReport } from './read-report.ts';

/** A report, and a description of its origin for people. */
export interface FoundReport {
  readonly report: Report;
  readonly file: string;
}

export interface ReportOptions extends HistoryOptions {
  /** A file to read instead of the last recorded run. */
  readonly report?: string;
}

/** The named report, else that of the last run of the project or of the stack. */
export async function latestReport(
  io: Io,
  options: ReportOptions,
): Promise<Result<FoundReport, readonly Problem[]>> {
  const { dir } = options;
  if (options.report !== undefined) return reportIn(io, options.report);
  const history = await selectHistory(io, options);
  if (!history.ok) return history;
  if (history.value.kind === 'project') return reportIn(io, join(dir, ...lastReport));
  const store = await openHistory(io, dir, history.value, 'knows earlier runs');
  if (!store.ok) return fail([store.error]);
  try {
    const run = await store.value.latestRun();
    return run === undefined
      ? fail([noReport({ file: dir })])
      : ok({ report: run.report, file: dir });
  } finally {
    await store.value.close();
  }
}

async function reportIn(io: Io, file: string): Promise<Result<FoundReport, readonly Problem[]>> {
  const report = await readReport(resolve(io.cwd, file), file);
  return report.ok ? ok({ report: report.value, file }) : fail([report.error]);
}
