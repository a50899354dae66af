import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import type { TraceLine } from '../../../src/model/trace.ts';
import { initProject, newFolder, parley, readFiles } from '../../entry/cli/parley.ts';
import { lines } from './audit.ts';

export interface Reconciled {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly report: Report;
  readonly trace: readonly TraceLine[];
  /** `path: -old` and `path: +new`, for every changed line. */
  readonly changed: readonly string[];
  readonly folder: string;
}

export interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly events: readonly JsonObject[] | string;
  readonly policy?: 'accept-all' | 'default' | 'observe';
  readonly flags?: readonly string[];
  /** Whether runs are recorded, as after `parley init`. */
  readonly isRecorded?: boolean;
}

/** Runs `reconcile --write` on manifests and a log, and reports how the files changed. */
export async function reconcile({
  files,
  events,
  policy = 'accept-all',
  flags = ['--manifests', 'k8s'],
  isRecorded = false,
}: Case): Promise<Reconciled> {
  const folder = newFolder();
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  if (isRecorded) await initProject(folder);
  const logs = newFolder();
  write(join(logs, 'audit.log'), typeof events === 'string' ? events : lines(...events));
  const { code, out, err } = await parley(
    folder,
    'reconcile',
    '--write',
    '--no-llm',
    '--policy',
    policy,
    '--events',
    join(logs, 'audit.log'),
    '--report',
    join(logs, 'report.json'),
    '--trace',
    join(logs, 'trace.jsonl'),
    ...flags,
  );
  if (code !== 0) throw new Error(err);
  return {
    code,
    out,
    err,
    folder,
    report: JSON.parse(readFileSync(join(logs, 'report.json'), 'utf8')) as Report,
    trace: readFileSync(join(logs, 'trace.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TraceLine),
    changed: changesOf(folder, files),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function changesOf(folder: string, files: Readonly<Record<string, string>>): readonly string[] {
  const found: string[] = [];
  for (const path of filesBelow(folder)) {
    const before = Object.hasOwn(files, path) ? (files[path] ?? '') : undefined;
    const after = readFileSync(join(folder, path), 'utf8');
    if (before !== after)
      found.push(...lineChanges(before ?? '', after).map((one) => `${path}: ${one}`));
  }
  return found;
}

function filesBelow(folder: string): readonly string[] {
  return [...readFiles(folder).keys()].filter((path) => !path.startsWith('.parley'));
}

/** A line diff of two texts, by their longest common subsequence. */
function lineChanges(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const length = old.map(() => new Array<number>(now.length + 1).fill(0));
  length.push(new Array<number>(now.length + 1).fill(0));
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = length[i];
      if (row === undefined) continue;
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      changes.push(`-${old[i]}`);
      i += 1;
    } else {
      changes.push(`+${now[j]}`);
      j += 1;
    }
  }
  return changes;
}

/** Disposition and address of each event, in order: `drift apps/Deployment/prod/web`. */
export function dispositions({ trace }: Reconciled): readonly string[] {
  return trace.map(
    ({ disposition, address }) => `${disposition}${address === undefined ? '' : ` ${address}`}`,
  );
}

export function outcomes({ report }: Reconciled): readonly string[] {
  return report.decisions.map(({ verdict }) => `${verdict.outcome} ${verdict.rule}`);
}
