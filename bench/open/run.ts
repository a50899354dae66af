/**
 * Scans of a large estate with many open drifts from earlier runs and five changes in the log: the
 * first scan, the second and third, later ones that repeat the previous result, and one with
 * another change.
 *
 *   npm run build && npm run bench -- open [resources] [open drifts, such as 0,1000,10000] [rounds]
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Report } from '../../src/model/report.ts';
import { writeEstate } from '../pipeline/estate.ts';
import { touched, writeLog } from '../pipeline/log.ts';
import { rememberOpen } from './remember.ts';

const execute = promisify(execFile);
const resources = Number(process.argv[2] ?? 100_000);
const counts = (process.argv[3] ?? '0,1000,10000').split(',').map(Number);
const rounds = Number(process.argv[4] ?? 3);
const bench = join(import.meta.dirname, '..');
const entry = join(bench, '..', 'dist', 'src', 'cli.js');

interface Measured {
  readonly wall: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly open: number;
  readonly timings: Readonly<Record<string, number>>;
}

async function measure(folder: string): Promise<Measured> {
  const report = join(folder, 'report.json');
  const used = join(folder, 'usage.json');
  const args = [
    ...['--import', join(bench, 'pipeline', 'usage.mjs'), entry, 'scan'],
    ...['--dir', join(folder, 'project'), '--events', join(folder, 'events')],
    ...['--policy', 'observe', '--report', report],
  ];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, PARLEY_BENCH_USAGE: used };
  const start = performance.now();
  await execute(process.execPath, args, { env, timeout: 600_000, maxBuffer: 256 * 1024 * 1024 });
  const wall = performance.now() - start;
  const { timings, openDrifts = [] }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const usage: Pick<Measured, 'cpu' | 'megabytes'> = JSON.parse(readFileSync(used, 'utf8'));
  return { wall, ...usage, timings, open: openDrifts.length };
}

/** The numbers of open drifts before and after show whether a run found what it should. */
function print(
  before: number,
  what: string,
  { wall, cpu, megabytes, open, timings }: Measured,
): void {
  const stages = Object.entries(timings).map(([stage, ms]) => `${stage} ${ms}`);
  process.stdout.write(
    `${before} open before, ${what}: ${open} after, ${Math.round(wall)} ms wall, ${Math.round(cpu)} ms CPU, ${Math.round(megabytes)} MB (${stages.join(', ')})\n`,
  );
}

if (!existsSync(entry)) throw new Error(`${entry} is not there; run \`npm run build\` first.`);
const base = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  process.stdout.write(
    `${resources} resources, ${touched} changes; later ones the best of ${rounds}\n`,
  );
  for (const count of counts) {
    const folder = join(base, String(count));
    mkdirSync(join(folder, 'project'), { recursive: true });
    writeEstate(join(folder, 'project'), resources);
    writeLog(join(folder, 'events'), touched);
    await rememberOpen(join(folder, 'project'), count);
    const reported = (what: string, measured: Measured): void => print(count, what, measured);
    reported('first', await measure(folder));
    reported('second', await measure(folder));
    reported('third', await measure(folder));
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await measure(folder));
    const [best] = all.sort((a, b) => a.cpu - b.cpu);
    if (best !== undefined) reported('later', best);
    writeLog(join(folder, 'events'), touched + 1);
    reported('with one more change', await measure(folder));
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
