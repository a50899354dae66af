import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { newFolder, parley, readFiles } from '../../entry/cli/parley.ts';
import { put } from '../../entry/cli/records.ts';
import { flatState, modulesState, twinsState } from './estates.ts';

const states = { flat: flatState, modules: modulesState, twins: twinsState } as const;

export type ProjectName = keyof typeof states;

export interface TraceRow {
  readonly event: string;
  readonly operation: string;
  readonly disposition: string;
  readonly address?: string;
  readonly actor: { readonly class: string; readonly principal: string };
}

export interface Outcome {
  /** Removed and added lines, in the order of the files. */
  readonly changed: readonly string[];
  readonly report: Report;
  readonly trace: readonly TraceRow[];
  /** The text of each file after the run. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Options {
  readonly policy?: string;
  readonly adopt?: string;
  readonly settings?: string;
  /** Log files by name, instead of one file of JSON lines with the entries. */
  readonly logs?: Readonly<Record<string, string | Uint8Array>>;
}

/** Runs `reconcile --write` on a copy of a project with these log entries. */
export async function reconcile(
  project: ProjectName,
  entries: readonly unknown[],
  { policy = 'accept-all', adopt = 'related', settings, logs }: Options = {},
): Promise<Outcome> {
  const dir = newFolder();
  const input = newFolder();
  cpSync(join(import.meta.dirname, 'projects', project), dir, { recursive: true });
  const before = readFiles(dir);
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const files = logs ?? { 'log.jsonl': lines };
  for (const [name, text] of Object.entries(files)) put(join(input, 'logs'), name, text);
  const config = settings === undefined ? [] : ['--config', put(input, 'parley.yaml', settings)];
  const report = join(input, 'report.json');
  const trace = join(input, 'trace.jsonl');
  const run = await parley(
    dir,
    'reconcile',
    '--write',
    ...['--state', put(input, 'terraform.tfstate', states[project])],
    ...['--events', join(input, 'logs')],
    ...['--policy', policy, '--adopt', adopt, '--verify', 'evaluate'],
    ...['--report', report, '--trace', trace, '--no-llm'],
    ...config,
  );
  if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.err}${run.out}`);
  const after = readFiles(dir);
  const made = readFiles(input);
  return {
    changed: changedLines(before, after),
    files: after,
    report: ReportV1.parse(JSON.parse(made.get('report.json') ?? '')),
    trace: (made.get('trace.jsonl') ?? '')
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TraceRow),
  };
}

/** `main.tf - old` and `main.tf + new`, for the lines that are only on one side. */
function changedLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [old, now] = [before, after].map((files) => (files.get(path) ?? '').split('\n'));
    const left = minus(old ?? [], now ?? []).map((line) => `${path} - ${line.trim()}`);
    const added = minus(now ?? [], old ?? []).map((line) => `${path} + ${line.trim()}`);
    return [...left, ...added].filter((line) => !/ [-+] $/.test(line));
  });
}

function minus(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether every patch was verified by evaluation. */
export function verified({ report }: Outcome): boolean {
  return report.patches.every(
    ({ verification }) => verification.level === 'evaluate' && verification.passed,
  );
}

export function dispositions({ trace }: Outcome): readonly string[] {
  return trace.map(({ disposition }) => disposition);
}
