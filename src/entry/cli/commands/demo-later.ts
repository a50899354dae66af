import { composeRun } from '../../../app/run/compose.ts';
import type { RunOptions } from '../../../app/run/options.ts';
import { recordRun } from '../../../app/run/record.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { renderClosed, renderFinding } from '../../../present/terminal/open.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { run } from '../../../reconcile/run.ts';

/** The scan one hour later: its log has no events of the night, but the open drift remains. */
export async function scanLater(io: Io, options: RunOptions): Promise<ExitCode> {
  const composed = await composeRun(io, options);
  if (!composed.ok) return printProblem(io, composed.error);
  const result = await run(composed.value.input);
  if (!result.ok) return printProblem(io, result.error);
  const { report } = result.value;
  const style = createStyle(io.color);
  const { read } = report.inputs.events;
  const text = [
    style.bold(`The scan of the next hour: ${read} audit record, none about that night`),
    renderFinding(report),
    '',
    renderClosed(report, style),
  ].join('\n');
  io.out(`\n${terminalText(text, io.color)}\n`);
  const { schema } = composed.value.input.providers;
  await recordRun(io, options, { report, written: [], schema, result: result.value });
  return 0;
}
