import { run } from '../../pipeline/run.ts';
import { composeRun } from '../compose.ts';
import type { ExitCode, Io } from '../io.ts';
import type { RunOptions } from '../options.ts';
import { printProblem } from '../print-problem.ts';
import { recordRun } from '../record.ts';
import { renderClosed, renderFinding } from '../render/open.ts';
import { createStyle } from '../render/style.ts';
import { terminalText } from '../safe.ts';

/** The scan of the next hour: its log has nothing of the night, and what is open is open. */
export async function scanLater(io: Io, options: RunOptions): Promise<ExitCode> {
  const composed = await composeRun(io, options);
  if (!composed.ok) return printProblem(io, composed.error);
  const result = await run(composed.value.input);
  if (!result.ok) return printProblem(io, result.error);
  const { report } = result.value;
  const style = createStyle(io.color);
  const { read } = report.inputs.events;
  const text = [
    style.bold(`The scan of the next hour: ${read} audit record, and nothing of the night in it`),
    renderFinding(report),
    '',
    renderClosed(report, style),
  ].join('\n');
  io.out(`\n${terminalText(text, io.color)}\n`);
  const { schema } = composed.value.input;
  await recordRun(io, options, { report, written: [], schema, result: result.value });
  return 0;
}
