import { repeatRun } from '../../../../app/run/again/repeat.ts';
import { reusableDraft } from '../../../../app/run/again/reusable-draft.ts';
import { composeRun } from '../../../../app/run/compose.ts';
import type { Composed } from '../../../../app/run/compose-input.ts';
import { type Delivered, deliver } from '../../../../app/run/deliver.ts';
import { knowledgeNotes } from '../../../../app/run/knowledge.ts';
import type { RunOptions } from '../../../../app/run/options.ts';
import { openOutputs, writeOutputs } from '../../../../app/run/outputs.ts';
import { recordRun } from '../../../../app/run/record.ts';
import { remains } from '../../../../app/run/remains.ts';
import { recall } from '../../../../app/run/remembered.ts';
import type { RootWishes } from '../../../../app/run/root-wishes.ts';
import type { SharedBranches } from '../../../../app/run/shared-branches.ts';
import { shownRun } from '../../../../app/shown/shown-run.ts';
import type { Report } from '../../../../model/report.ts';
import { ok, type Problem, type Result } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { createStyle } from '../../../../present/terminal/style.ts';
import { renderReport } from '../../../../present/terminal/summary.ts';
import type { ProviderSchema } from '../../../../providers/schema/types.ts';
import { reportOfScope } from '../../../../reconcile/decide/only.ts';
import { unpicked } from '../../../../reconcile/patch/pick.ts';
import { readLog } from '../../../../reconcile/read-log.ts';
import { withLifecycle } from '../../../../reconcile/report/lifecycle.ts';
import { decideRun } from '../../../../reconcile/run.ts';
import type { RunResult } from '../../../../reconcile/run-types.ts';
import { sensitiveVariables, shownFile } from '../../../../reconcile/shown/hide.ts';

/** What roots that are worked on together share with each other. */
export interface RootBeside {
  readonly wishes: readonly RootWishes[];
  readonly branches: SharedBranches;
}

/** `parley reconcile` and `parley scan`: read, decide, patch, and report what was done. */
export async function runReconcile(
  io: Io,
  options: RunOptions,
  beside?: RootBeside,
): Promise<ExitCode> {
  const wrong = checkOptions(options);
  if (wrong !== undefined) return printProblem(io, wrong);
  const composed = await composeRun(io, options, beside?.wishes ?? []);
  if (!composed.ok) return printProblem(io, composed.error);
  try {
    return await runComposed(io, options, composed.value, beside?.branches);
  } finally {
    await composed.value.kept.dispose();
  }
}

async function runComposed(
  io: Io,
  options: RunOptions,
  composed: Composed,
  branches: SharedBranches | undefined,
): Promise<ExitCode> {
  io.err(`Reading ${composed.eventsTitle}\n`);
  const log = await readLog(composed.input);
  if (!log.ok) return printProblem(io, log.error);
  const repeated = await repeatRun(io, options, composed, log.value);
  if (repeated !== undefined) {
    return repeated.ok ? repeated.value : printProblem(io, repeated.error);
  }
  const whole = await withMemory(io, options, composed);
  if (!whole.ok) return printProblem(io, whole.error);
  const { input } = whole.value;
  const result = await decideRun(input, log.value);
  if (!result.ok) return printProblem(io, result.error);
  const { pick } = input.patching;
  const { schema } = input.providers;
  const refused = pick === undefined ? undefined : unpicked(result.value.report, pick);
  if (refused !== undefined) return printProblem(io, refused);
  const outputs = await openOutputs(io, options);
  if (!outputs.ok) return printProblem(io, outputs.error);
  const done = await deliver(io, options, composed, result.value, branches);
  if (!done.ok) return printProblem(io, done.error);
  const { written } = done.value;
  const notes = await knowledgeNotes(io, options.dir, done.value.report);
  const delivered = {
    ...done.value,
    report: withLifecycle(done.value.report, written),
    notes: [...done.value.notes, ...notes],
  };
  const { report } = delivered;
  const saved = await writeOutputs(outputs.value, report, result.value.trace);
  if (!saved.ok) return printProblem(io, saved.error);
  if (options.html !== undefined) {
    const page = await writePage(io, options.html, result.value, delivered, schema);
    if (!page.ok) return printProblem(io, page.error);
  }
  const textOf = (of: Report) =>
    textOfRun(io, options, result.value, { ...delivered, report: of }, schema);
  const text = textOf(report);
  print(io, options, result.value, report, text);
  const printed = { result: result.value, delivered, text, textOf };
  const standing = await reusableDraft(io, options, whole.value, printed);
  await recordRun(io, options, { report, written, schema, result: result.value, ...standing });
  // Something that was requested could not be read, so the run must not appear to have found
  // nothing.
  if (result.value.unread !== undefined) return printProblem(io, result.value.unread);
  return options.exitCode && remains(delivered) ? 2 : 0;
}

/** Loads the code for pages here, since other runs do not need it. */
async function writePage(
  io: Io,
  file: string,
  { original }: RunResult,
  { report, patched }: Delivered,
  schema: ProviderSchema,
): Promise<Result<void>> {
  const { writeReportPage } = await import('../../../web/report/write-page.ts');
  const variables = sensitiveVariables(original.evaluation.configuration);
  return writeReportPage(
    io,
    file,
    report,
    shownRun(patched, { variables, schema }, { policy: '' }).diffs,
  );
}

function checkOptions(options: RunOptions): Problem | undefined {
  if (options.all && options.verify !== 'plan') {
    return {
      code: 'all-without-plan',
      message: '--all has the provider read the whole state back, which --verify plan does.',
      hint: 'Add --verify plan, or leave it out.',
    };
  }
  if (options.write && options.pr) {
    return {
      code: 'write-and-pr',
      message: '--write edits the files in place and --pr makes branches; one of them at a time.',
      hint: 'Leave one of them out.',
    };
  }
  if (options.pick !== undefined && options.only?.length !== 1) {
    return {
      code: 'pick-without-only',
      message: '--pick applies to one intent, so it needs --only with one id.',
      hint: 'Add --only INTENT; `parley explain INTENT` numbers the places.',
    };
  }
  if (options.force && !options.pr) {
    return {
      code: 'force-without-pr',
      message: '--force applies to branches, so it needs --pr.',
      hint: 'Add --pr, or leave it out.',
    };
  }
  return undefined;
}

/** Adds the memory, which only a run that cannot repeat the last one has to read. */
async function withMemory(
  io: Io,
  { dir }: RunOptions,
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

function print(
  io: Io,
  { json }: RunOptions,
  { scope }: RunResult,
  whole: Report,
  text: string,
): void {
  if (!json) io.out(terminalText(text, io.color));
  else io.out(`${jsonText(scope === undefined ? whole : reportOfScope(whole, scope), 2)}\n`);
}

/** The result as text for people; programs get the report itself. */
function textOfRun(
  io: Io,
  options: RunOptions,
  result: RunResult,
  delivered: Delivered,
  schema: ProviderSchema,
): string {
  if (options.json) return '';
  const { scope } = result;
  const report = scope === undefined ? delivered.report : reportOfScope(delivered.report, scope);
  const { configuration } = result.original.evaluation;
  const names = { variables: sensitiveVariables(configuration), schema };
  const patched = delivered.patched.map(({ intent, files }) => ({
    intent: intent.id,
    files: files.map((file) => shownFile(file, names)),
  }));
  const text = renderReport(report, patched, createStyle(io.color), io.columns, {
    dir: options.dir,
    whole: delivered.report,
    hasTimeline: options.timeline === true,
  });
  const notes = delivered.notes.length > 0 ? `\n${delivered.notes.join('\n')}\n` : '';
  return text + notes;
}
