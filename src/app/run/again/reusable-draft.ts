import type { Report } from '../../../model/report.ts';
import type { Io } from '../../../ports/io.ts';
import type { ReusableDraft } from '../../../ports/store/reusable-run.ts';
import { safeJsonPieces } from '../../../present/terminal/safe.ts';
import { repeatedReport } from '../../../reconcile/again/repeated-report.ts';
import type { RunResult } from '../../../reconcile/run-types.ts';
import { loggedReceipts } from '../../receipt/open.ts';
import type { Composed } from '../compose-input.ts';
import type { Delivered } from '../deliver.ts';
import type { RunOptions } from '../options.ts';
import { remains } from '../remains.ts';

/** The result of a run, and its printed form. */
export interface PrintedRun {
  readonly result: RunResult;
  readonly delivered: Delivered;
  /** The text that was printed. */
  readonly text: string;
  /** The text that would be printed for another report. */
  readonly textOf: (report: Report) => string;
}

/** What the next run may print, if nothing but the time changes. */
export async function reusableDraft(
  io: Io,
  { project: { dir } }: RunOptions,
  { ground, basis, boundary }: Pick<Composed, 'ground' | 'basis' | 'boundary'>,
  { result, delivered, text, textOf }: PrintedRun,
): Promise<{ readonly standing?: ReusableDraft }> {
  const { standing } = result;
  if (ground === undefined || basis === undefined || standing === undefined) return {};
  if (boundary?.wasAsked() === true) return {};
  if (delivered.lacksReceipts || delivered.report.knowledge !== undefined) return {};
  const own = delivered.report;
  const report = repeatedReport(own);
  if (report === undefined) return {};
  const receipts = await loggedReceipts(io, dir);
  if (receipts === undefined) return {};
  const { baseline } = delivered.report.inputs;
  return {
    standing: {
      ...{ ground, basis, receipts, pretty: safeJsonPieces },
      ...(report === own ? {} : { report }),
      ...(Number.isFinite(standing.until) ? { until: standing.until } : {}),
      asked: JSON.stringify(standing.asked),
      unlike: standing.unlike,
      elsewhere: standing.elsewhere,
      text: (report === own ? text : textOf(report)).replace(/^.*\n/, ''),
      remains: remains(delivered),
      ...(baseline === undefined ? {} : { baseline }),
    },
  };
}
