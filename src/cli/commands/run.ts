import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../model/report.ts';
import type { Problem, Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { TraceLine } from '../../model/trace.ts';
import { run } from '../../pipeline/run.ts';
import type { RunResult } from '../../pipeline/run-types.ts';
import { composeRun } from '../compose.ts';
import { type Delivered, deliver } from '../deliver.ts';
import type { ExitCode, Io } from '../io.ts';
import type { RunOptions } from '../options.ts';
import { printProblem } from '../print-problem.ts';
import { remains } from '../remains.ts';
import { createStyle } from '../render/style.ts';
import { renderReport } from '../render/summary.ts';

/** `parley reconcile` and `parley scan`: read, decide, patch, and say what was done. */
export async function runReconcile(io: Io, options: RunOptions): Promise<ExitCode> {
  const wrong = checkOptions(options);
  if (wrong !== undefined) return printProblem(io, wrong);
  const composed = await composeRun(io, options);
  if (!composed.ok) return printProblem(io, composed.error);
  const result = await run(composed.value.input);
  if (!result.ok) return printProblem(io, result.error);
  const delivered = await deliver(io, options, composed.value, result.value);
  if (!delivered.ok) return printProblem(io, delivered.error);
  const saved = await saveFiles(io, options, delivered.value.report, result.value.trace);
  if (!saved.ok) return printProblem(io, saved.error);
  print(io, options, result.value, delivered.value);
  return options.exitCode && remains(delivered.value) ? 2 : 0;
}

function checkOptions(options: RunOptions): Problem | undefined {
  if (options.write && options.pr) {
    return {
      code: 'write-and-pr',
      message: '--write edits the files in place and --pr makes branches; one of them at a time.',
      hint: 'Leave one of them out.',
    };
  }
  return undefined;
}

function print(io: Io, options: RunOptions, result: RunResult, delivered: Delivered): void {
  if (options.json) {
    io.out(`${JSON.stringify(delivered.report, null, 2)}\n`);
    return;
  }
  const patched = result.patched.map(({ intent, files }) => ({ intent: intent.id, files }));
  io.out(renderReport(delivered.report, patched, createStyle(io.color), io.columns));
  for (const line of delivered.notes) io.out(`${line}\n`);
}

/** Report and trace where they were asked for; the report also where `parley init` made a place. */
async function saveFiles(
  io: Io,
  options: RunOptions,
  report: Report,
  trace: readonly TraceLine[],
): Promise<Result<void>> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const recorded = resolve(io.cwd, options.dir, '.parley');
  const files: [string, string][] = [];
  if (options.report !== undefined) files.push([resolve(io.cwd, options.report), text]);
  if (options.trace !== undefined) {
    const lines = trace.map((line) => `${JSON.stringify(line)}\n`).join('');
    files.push([resolve(io.cwd, options.trace), lines]);
  }
  if (await isFolder(recorded)) files.push([join(recorded, 'report.json'), text]);
  for (const [path, content] of files) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    } catch (error) {
      return fail({
        code: 'report-not-written',
        message: `The file cannot be written: ${error instanceof Error ? error.message : error}.`,
        place: { file: path },
        hint: 'Give a path that you may write to.',
      });
    }
  }
  return ok(undefined);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
