import type { Io } from '../../../ports/io.ts';
import type { StandingDraft } from '../../../ports/store/standing-run.ts';
import { safeJsonPieces } from '../../../present/terminal/safe.ts';
import type { RunResult } from '../../../reconcile/run-types.ts';
import { loggedReceipts } from '../../receipt/open.ts';
import type { Composed } from '../compose-input.ts';
import type { Delivered } from '../deliver.ts';
import type { RunOptions } from '../options.ts';
import { remains } from '../remains.ts';

/** What a run came to, and how it was said. */
export interface SaidRun {
  readonly result: RunResult;
  readonly delivered: Delivered;
  /** What was printed. */
  readonly text: string;
}

/** What a later run may say again, if the store finds that this one left everything as it was. */
export async function standingDraft(
  io: Io,
  { dir }: RunOptions,
  { ground }: Pick<Composed, 'ground'>,
  { result, delivered, text }: SaidRun,
): Promise<{ readonly standing?: StandingDraft }> {
  const { standing } = result;
  if (ground === undefined || standing === undefined) return {};
  if (delivered.lacksReceipts || delivered.report.knowledge !== undefined) return {};
  const receipts = await loggedReceipts(io, dir);
  if (receipts === undefined) return {};
  const { baseline } = delivered.report.inputs;
  return {
    standing: {
      ...{ ground, receipts, pretty: safeJsonPieces },
      ...(Number.isFinite(standing.until) ? { until: standing.until } : {}),
      asked: JSON.stringify(standing.asked),
      elsewhere: standing.elsewhere,
      text: text.slice(text.indexOf('\n') + 1),
      remains: remains(delivered),
      ...(baseline === undefined ? {} : { baseline }),
    },
  };
}
