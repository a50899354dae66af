import { ok, type Result } from '../../../model/result.ts';
import type { Io } from '../../../ports/io.ts';
import type { ReportHead, ReusableRun, ReusableRuns } from '../../../ports/store/reusable-run.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { safeJsonPieces, terminalText } from '../../../present/terminal/safe.ts';
import { renderRead } from '../../../present/terminal/summary.ts';
import { answersSame } from '../../../reconcile/again/elsewhere.ts';
import { logNeeds, unlikeEvents } from '../../../reconcile/again/reusable.ts';
import type { ReadLog } from '../../../reconcile/read-log.ts';
import { reportHead } from '../../../reconcile/report/report.ts';
import type { RunInput } from '../../../reconcile/run-input.ts';
import { openProjectStore } from '../../history/open-store.ts';
import { loggedReceipts } from '../../receipt/open.ts';
import type { Composed } from '../compose-input.ts';
import type { RunOptions } from '../options.ts';
import { openOutputs, writeReportBytes } from '../outputs.ts';
import { commandLine, notRecorded } from '../record.ts';

/**
 * Prints the result of the last run again where nothing it depends on has changed: neither the log,
 * the code, the state, the settings, the policy nor the answers, and no verdict has expired.
 * Undefined where something has changed, so that a full run is needed.
 */
export async function repeatRun(
  io: Io,
  options: RunOptions,
  { input, ground, standing }: Composed,
  log: ReadLog,
): Promise<Result<{ readonly remains: boolean }> | undefined> {
  if (ground === undefined || standing === undefined) return undefined;
  const opened = await openProjectStore(io, options.project.dir);
  if (!opened.ok) return undefined;
  const store = opened.value;
  try {
    const run = await standingIn(io, options, { store, log, input, ground });
    return run === undefined ? undefined : await printAgain(io, options, { input, log, ...run });
  } finally {
    await store.close();
  }
}

interface Found {
  readonly runs: ReusableRuns;
  readonly standing: ReusableRun;
}

interface Looked {
  readonly store: Store;
  readonly log: ReadLog;
  readonly input: RunInput;
  readonly ground: string;
}

async function standingIn(
  io: Io,
  { project: { dir } }: RunOptions,
  { store, log, input, ground }: Looked,
): Promise<Found | undefined> {
  const runs = store.standing;
  const standing = await runs?.find();
  if (runs === undefined || standing === undefined || standing.ground !== ground) return undefined;
  if (!isInTime(standing, Date.parse(input.startedAt))) return undefined;
  if (standing.asked !== JSON.stringify(logNeeds(log))) return undefined;
  if (!(await hasReceipts(io, dir, standing))) return undefined;
  if (!answersSame(input.code.repository, standing.elsewhere)) return undefined;
  const remembered = await runs.remembered([...log.learning.events.keys()]);
  return unlikeEvents(log, remembered) === standing.unlike ? { runs, standing } : undefined;
}

function isInTime({ startedAt, until }: ReusableRun, now: number): boolean {
  return Date.parse(startedAt) <= now && (until === undefined || now < until);
}

/** Receipts are only ever added. A different log, however, needs the receipts of all decisions. */
async function hasReceipts(io: Io, dir: string, { receipts }: ReusableRun): Promise<boolean> {
  const now = await loggedReceipts(io, dir);
  if (receipts === undefined || now === undefined) return false;
  return now.file === receipts.file && now.bytes >= receipts.bytes;
}

async function printAgain(
  io: Io,
  options: RunOptions,
  { input, log, runs, standing }: Found & Pick<Looked, 'input' | 'log'>,
): Promise<Result<{ readonly remains: boolean }> | undefined> {
  const outputs = await openOutputs(io, options);
  if (!outputs.ok) return outputs;
  const laps = log.watch.laps();
  const head: ReportHead = {
    ...reportHead(input, log.ingested, { remembers: true, baseline: standing.baseline }),
    timings: Object.fromEntries(standing.stages.map((stage) => [stage, laps[stage] ?? 0])),
  };
  const saved = await writeReportBytes(outputs.value, runs.reportBytes(head, safeJsonPieces));
  if (saved === undefined || !saved.ok) return saved;
  if (options.output.json === true) await printBytes(io, runs.reportBytes(head, safeJsonPieces));
  else io.out(terminalText(`${renderRead(head)}\n${standing.text}`, io.color));
  try {
    const { environmentOf: _, compared: __, ...context } = input.judging.context(() => ({}));
    await runs.repeat({ command: commandLine(options), report: head, context });
  } catch (error) {
    printProblem(io, notRecorded(error));
  }
  return ok({ remains: standing.remains });
}

async function printBytes(io: Io, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const some of bytes) io.out(decoder.decode(some, { stream: true }));
  io.out(`${decoder.decode()}\n`);
}
