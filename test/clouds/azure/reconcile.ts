import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { newFolder, parley, readFiles } from '../../entry/cli/parley.ts';
import { put } from '../../entry/cli/records.ts';
import { type ProjectName, states } from './estates.ts';
import { type Call, records } from './records.ts';

export interface TraceRow {
  readonly event: string;
  readonly operation: string;
  readonly disposition: string;
  readonly address?: string;
  readonly actor: { readonly class: string; readonly principal: string; readonly name: string };
}

export interface Outcome {
  /** `file - line` and `file + line`, for lines that are only on one side. */
  readonly changed: readonly string[];
  readonly report: Report;
  readonly trace: readonly TraceRow[];
  /** The text of each file after the run. */
  readonly files: ReadonlyMap<string, string>;
  readonly out: string;
}

export interface Options {
  readonly project?: ProjectName;
  readonly policy?: string;
  readonly adopt?: string;
  readonly settings?: string;
  /** Records of other clouds. */
  readonly others?: readonly unknown[];
  /** Wraps all records into one JSON value, as exports do. */
  readonly wrap?: (all: readonly unknown[]) => unknown;
}

/** Runs `reconcile --write` on a copy of a project after these calls. */
export async function reconcile(calls: readonly Call[], options: Options = {}): Promise<Outcome> {
  const { project = 'flat', policy = 'accept-all', adopt = 'related', settings } = options;
  const dir = newFolder();
  const input = newFolder();
  cpSync(join(import.meta.dirname, 'projects', project), dir, { recursive: true });
  const before = readFiles(dir);
  const all = calls.flatMap(records);
  const text =
    options.wrap === undefined
      ? all.map((one) => `${JSON.stringify(one)}\n`).join('')
      : JSON.stringify(options.wrap(all));
  put(join(input, 'logs'), options.wrap === undefined ? 'azure.jsonl' : 'azure.json', text);
  if (options.others !== undefined) {
    put(join(input, 'logs'), 'trail.json', JSON.stringify({ Records: options.others }));
  }
  const config = settings === undefined ? [] : ['--config', put(input, 'parley.yaml', settings)];
  const run = await parley(
    dir,
    'reconcile',
    '--write',
    ...['--state', put(input, 'terraform.tfstate', states[project])],
    ...['--events', join(input, 'logs')],
    ...['--policy', policy, '--adopt', adopt, '--verify', 'evaluate'],
    ...['--report', join(input, 'report.json'), '--trace', join(input, 'trace.jsonl'), '--no-llm'],
    ...config,
  );
  if (run.code !== 0) throw new Error(`exit ${run.code}: ${run.err}${run.out}`);
  const after = readFiles(dir);
  const made = readFiles(input);
  const lines = (made.get('trace.jsonl') ?? '').split('\n').filter((line) => line !== '');
  return {
    changed: changedLines(before, after),
    files: after,
    report: ReportV1.parse(JSON.parse(made.get('report.json') ?? '')),
    trace: lines.map((line) => JSON.parse(line) as TraceRow),
    out: run.out,
  };
}

function changedLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [old = [], now = []] = [before, after].map((files) =>
      (files.get(path) ?? '').split('\n'),
    );
    return [
      ...minus(old, now).map((line) => `${path} - ${line.trim()}`),
      ...minus(now, old).map((line) => `${path} + ${line.trim()}`),
    ].filter((line) => !/ [-+] $/.test(line));
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
