import type { Report } from '../../model/report.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { ShownRun } from '../../ports/store/shown.ts';
import { unpicked } from '../../reconcile/patch/pick.ts';
import { type ReadLog, readLog } from '../../reconcile/read-log.ts';
import { withLifecycle } from '../../reconcile/report/lifecycle.ts';
import { decideRun } from '../../reconcile/run.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { sensitiveVariables } from '../../reconcile/shown/hide.ts';
import { shownRun } from '../shown/shown-run.ts';
import { repeatRun } from './again/repeat.ts';
import { reusableDraft } from './again/reusable-draft.ts';
import { composeRun } from './compose.ts';
import type { Composed } from './compose-input.ts';
import { type Delivered, deliver } from './deliver.ts';
import { knowledgeNotes } from './knowledge.ts';
import type { RunOptions } from './options.ts';
import { openOutputs, writeOutputs } from './outputs.ts';
import { printRun, runText } from './print-run.ts';
import { recordRun } from './record.ts';
import { remains } from './remains.ts';
import { recall } from './remembered.ts';
import type { RootWishes } from './root-wishes.ts';
import type { SharedBranches } from './shared-branches.ts';

/** What roots that are worked on together share with each other. */
export interface RootBeside {
  readonly wishes: readonly RootWishes[];
  readonly branches: SharedBranches;
}

/** Writes the result as a page. Passed in, since other runs need no code for pages. */
export type WritePage = (report: Report, diffs: ShownRun['diffs']) => Promise<Result<void>>;

export interface ProjectRun {
  /** True if drift is left that the run did not write into the code. */
  readonly remains: boolean;
  /** Undefined where the result of an earlier run was printed again, without reading its report. */
  readonly report: Report | undefined;
}

interface ProjectPorts {
  readonly beside?: RootBeside | undefined;
  readonly writePage?: WritePage | undefined;
}

/** Runs on the project of a folder: reads, decides, patches, delivers, prints and records. */
export async function runProject(
  io: Io,
  options: RunOptions,
  { beside, writePage }: ProjectPorts = {},
): Promise<Result<ProjectRun>> {
  const composed = await composeRun(io, options, beside?.wishes ?? []);
  if (!composed.ok) return composed;
  try {
    io.err(`Reading ${composed.value.eventsTitle}\n`);
    const log = await readLog(composed.value.input);
    if (!log.ok) return log;
    const repeated = await repeatRun(io, options, composed.value, log.value);
    if (repeated !== undefined) {
      return repeated.ok ? ok({ ...repeated.value, report: undefined }) : repeated;
    }
    const whole = await withMemory(io, options, composed.value);
    if (!whole.ok) return whole;
    return await runWhole({ io, options, composed: whole.value, beside, writePage }, log.value);
  } finally {
    await composed.value.kept.dispose();
  }
}

interface Running extends ProjectPorts {
  readonly io: Io;
  readonly options: RunOptions;
  readonly composed: Composed;
}

async function runWhole(running: Running, log: ReadLog): Promise<Result<ProjectRun>> {
  const { io, options, composed, beside } = running;
  const { input } = composed;
  const decided = await decideRun(input, log);
  if (!decided.ok) return decided;
  const result = decided.value;
  const { pick } = input.patching;
  const refused = pick === undefined ? undefined : unpicked(result.report, pick);
  if (refused !== undefined) return fail(refused);
  const outputs = await openOutputs(io, options);
  if (!outputs.ok) return outputs;
  const done = await deliver(io, options, composed, result, beside?.branches);
  if (!done.ok) return done;
  const notes = await knowledgeNotes(io, options.project.dir, done.value.report);
  const delivered = {
    ...done.value,
    report: withLifecycle(done.value.report, done.value.written),
    notes: [...done.value.notes, ...notes],
  };
  const { report } = delivered;
  const saved = await writeOutputs(outputs.value, report, result.trace);
  if (!saved.ok) return saved;
  const page = await writtenPage(running, result, delivered);
  if (!page.ok) return page;
  await printAndRecord(running, result, delivered);
  // Something that was requested could not be read, so the run must not appear to have found
  // nothing.
  return result.unread === undefined
    ? ok({ remains: remains(delivered), report })
    : fail(result.unread);
}

async function writtenPage(
  { composed, writePage }: Running,
  { original }: RunResult,
  { report, patched }: Delivered,
): Promise<Result<void>> {
  if (writePage === undefined) return ok(undefined);
  const { schema } = composed.input.providers;
  const variables = sensitiveVariables(original.evaluation.configuration);
  return writePage(report, shownRun(patched, { variables, schema }, { policy: '' }).diffs);
}

async function printAndRecord(
  { io, options, composed }: Running,
  result: RunResult,
  delivered: Delivered,
): Promise<void> {
  const { schema } = composed.input.providers;
  const { report, written } = delivered;
  const textOf = (of: Report) => runText(io, options, result, { ...delivered, report: of }, schema);
  const text = textOf(report);
  printRun(io, options, result, report, text);
  const printed = { result, delivered, text, textOf };
  const standing = await reusableDraft(io, options, composed, printed);
  await recordRun(io, options, { report, written, schema, result, ...standing });
}

/** Adds the memory, which only a run that cannot repeat the last one has to read. */
async function withMemory(
  io: Io,
  { project: { dir } }: RunOptions,
  { basis: before, ...composed }: Composed,
): Promise<Result<Composed>> {
  const unchanged = before === undefined ? {} : { basis: before };
  if (composed.standing === undefined) return ok({ ...composed, ...unchanged });
  const recalled = await recall(io, dir);
  if (!recalled.ok) return recalled;
  const { memory, basis } = recalled.value;
  const { earlier } = composed.input;
  const input = { ...composed.input, earlier: { ...earlier, memory } };
  return ok({ ...composed, input, ...(basis === before ? unchanged : {}) });
}
