/**
 * From audit files to patches verified at level `evaluate`, on estates of several sizes. The log
 * changes five resources in each, and the cost for each of them should be the same everywhere. A
 * third argument sets the number of changes for a busy night.
 *
 *   npm run build && npm run bench -- pipeline [sizes, such as 100,1000,10000] [rounds] [changes]
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Report } from '../src/model/report.ts';
import { writeEstate } from './pipeline/estate.ts';
import { touched, writeLog } from './pipeline/log.ts';

const execute = promisify(execFile);
const sizes = (process.argv[2] ?? '100,1000,10000').split(',').map(Number);
const rounds = Number(process.argv[3] ?? 3);
const changed = Number(process.argv[4] ?? touched);
const entry = join(import.meta.dirname, '..', 'dist', 'src', 'cli.js');
const stages = ['ingest', 'load', 'translate', 'drift', 'decide', 'patch'];

interface Usage {
  /** User and system time of all threads, in milliseconds. */
  readonly cpu: number;
  /** Peak of the resident memory. */
  readonly megabytes: number;
}

interface Measured extends Usage {
  readonly wall: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly verified: number;
  readonly drifts: number;
}

async function measure(folder: string): Promise<Measured> {
  const report = join(folder, 'report.json');
  const used = join(folder, 'usage.json');
  const args = [
    ...['--import', join(import.meta.dirname, 'pipeline', 'usage.mjs'), entry, 'reconcile'],
    ...['--dir', join(folder, 'project')],
    ...['--events', join(folder, 'events')],
    ...['--policy', 'accept-all'],
    ...['--report', report],
  ];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, PARLEY_BENCH_USAGE: used };
  const start = performance.now();
  await execute(process.execPath, args, { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024 });
  const wall = performance.now() - start;
  const { timings, patches, drifts }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const verified = patches
    .filter(({ verification }) => verification.passed && verification.level === 'evaluate')
    .flatMap((patch) => patch.drifts).length;
  const usage: Usage = JSON.parse(readFileSync(used, 'utf8'));
  return { wall, ...usage, timings, verified, drifts: drifts.length };
}

async function best(folder: string): Promise<Measured> {
  const results: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await measure(folder));
  const [first] = results.sort((a, b) => a.wall - b.wall);
  if (first === undefined) throw new Error('No rounds were asked for.');
  return first;
}

function row(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => String(cell).padStart(10)).join('')}\n`;
}

if (!existsSync(entry)) throw new Error(`${entry} is not there; run \`npm run build\` first.`);
const base = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  process.stdout.write(`ms, best of ${rounds}; ${changed} changes\n`);
  process.stdout.write(row(['resources', ...stages, 'wall', 'CPU', 'MB RSS', 'verified']));
  for (const size of sizes) {
    const folder = join(base, String(size));
    mkdirSync(join(folder, 'project'), { recursive: true });
    const resources = writeEstate(join(folder, 'project'), size);
    writeLog(join(folder, 'events'), changed);
    const { wall, cpu, megabytes, timings, verified, drifts } = await best(folder);
    const times = stages.map((stage) => timings[stage] ?? 0);
    const last = [
      Math.round(wall),
      Math.round(cpu),
      Math.round(megabytes),
      `${verified} of ${drifts}`,
    ];
    process.stdout.write(row([resources, ...times, ...last]));
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
