import { copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Report } from '../../model/report.ts';
import type { Problem, Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { Io } from '../../ports/io.ts';
import { jsonText, safeJsonPieces } from '../../present/terminal/safe.ts';
import type { RunOptions } from './options.ts';

const linesAtOnce = 1000;
const charactersAtOnce = 1 << 20;

/** The files that a run writes besides its patches. All of them are known to be writable. */
export interface Outputs {
  readonly reports: readonly string[];
  readonly traces: readonly string[];
}

/**
 * Where the report and the trace are written; the report also into the folder that `parley init`
 * made. Opens the files, so that an unwritable path is found before any patch is written.
 */
export async function openOutputs(
  io: Io,
  { project, output }: Pick<RunOptions, 'project' | 'output'>,
): Promise<Result<Outputs>> {
  const recorded = resolve(io.cwd, project.dir, '.parley');
  const given = (path: string | undefined): readonly string[] =>
    path === undefined ? [] : [resolve(io.cwd, path)];
  const reports = [...given(output.report)];
  if (await isFolder(recorded)) reports.push(join(recorded, 'report.json'));
  const traces = given(output.trace);
  for (const path of [...reports, ...traces]) {
    const problem = await attempt(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      await (await open(path, 'a')).close();
    });
    if (problem !== undefined) return fail(problem);
  }
  return ok({ reports, traces });
}

/** True when somebody can read the report of this run, now or later. */
export async function isReported(
  io: Io,
  { project, output }: Pick<RunOptions, 'project' | 'output'>,
): Promise<boolean> {
  if (output.report !== undefined || output.json === true) return true;
  return hasHome(resolve(io.cwd, project.dir));
}

/** True after `parley init` in the folder. */
export function hasHome(root: string): Promise<boolean> {
  return isFolder(join(root, '.parley'));
}

export async function writeOutputs(
  { reports, traces }: Outputs,
  report: Report,
  trace: readonly TraceLine[],
): Promise<Result<void>> {
  const [first, ...copies] = new Set(reports);
  const writes = [
    ...(first === undefined ? [] : [[first, () => writeReport(first, report)] as const]),
    ...copies.map((path) => [path, () => copyFile(first ?? path, path)] as const),
    ...traces.map((path) => [path, () => writeTrace(path, trace)] as const),
  ];
  for (const [path, write] of writes) {
    const problem = await attempt(path, write);
    if (problem !== undefined) return fail(problem);
  }
  return ok(undefined);
}

/** Writes a report that is already text. Undefined where the text cannot be read completely. */
export async function writeReportBytes(
  { reports }: Outputs,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Result<void> | undefined> {
  const [first, ...copies] = new Set(reports);
  if (first === undefined) return ok(undefined);
  let isUnread = false;
  const problem = await attempt(first, async () => {
    const file = await open(first, 'w');
    const all = bytes[Symbol.asyncIterator]();
    const next = () =>
      all.next().catch(() => {
        isUnread = true;
        return undefined;
      });
    try {
      for (let some = await next(); some?.done === false; some = await next()) {
        await file.write(some.value);
      }
      await file.write('\n');
    } finally {
      await file.close();
    }
  });
  if (isUnread) return undefined;
  if (problem !== undefined) return fail(problem);
  for (const path of copies) {
    const problem = await attempt(path, () => copyFile(first, path));
    if (problem !== undefined) return fail(problem);
  }
  return ok(undefined);
}

/** Written in pieces, since many open drifts make the report long. */
async function writeReport(path: string, report: Report): Promise<void> {
  const file = await open(path, 'w');
  try {
    let some = '';
    for (const piece of safeJsonPieces(report)) {
      some += piece;
      if (some.length < charactersAtOnce) continue;
      await file.writeFile(some);
      some = '';
    }
    await file.writeFile(`${some}\n`);
  } finally {
    await file.close();
  }
}

/** A busy log has a long trace. It is written in pieces, so that memory holds it only once. */
async function writeTrace(path: string, trace: readonly TraceLine[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < trace.length; at += linesAtOnce) {
      const lines = trace.slice(at, at + linesAtOnce).map((line) => `${jsonText(line)}\n`);
      await file.write(lines.join(''));
    }
  } finally {
    await file.close();
  }
}

async function attempt(file: string, action: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return {
      code: 'report-not-written',
      message: `This file cannot be written (${String(error.code)}).`,
      place: { file },
      hint: 'Give --report and --trace files in folders that you may write to.',
    };
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
