/**
 * The cost of a scan with proof compared with one plain `terraform plan` of the same project, on
 * the emulator of the acceptance cases: the number of Terraform processes, and alternately measured
 * wall and processor time of both.
 *
 *   npm run build && PARLEY_TF_PLUGINS=... npm run bench -- proof [resources] [intents] [rounds]
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Report } from '../../src/model/report.ts';
import { startEmulator } from '../../test/acceptance/harness/emulator.ts';
import { writeCliConfig } from '../../test/acceptance/harness/terraform.ts';
import { findTools } from '../../test/acceptance/harness/tools.ts';
import { makeChanges, maxChanges } from './changes.ts';
import { writeProofProject } from './project.ts';

const execute = promisify(execFile);
const numbers = (text: string) => text.split(',').map(Number);
const sizes = numbers(process.argv[2] ?? '44,500,2000');
const intents = numbers(process.argv[3] ?? '1,10,50');
const rounds = Number(process.argv[4] ?? 3);
const top = join(import.meta.dirname, '..', '..');
const entry = join(top, 'dist', 'src', 'cli.js');
const { tools, missing } = findTools(process.env);
if (!existsSync(entry)) throw new Error(`${entry} is not there; run \`npm run build\` first.`);
if (tools === undefined) throw new Error(missing.map(({ hint }) => hint).join(' '));

const base = mkdtempSync(join(tmpdir(), 'parley-bench-proof-'));
const bin = join(base, 'bin');
const calls = join(base, 'calls');
mkdirSync(bin);
const wrapper = `#!/bin/sh\necho "$1" >> ${calls}\nexec ${tools.terraform} "$@"\n`;
writeFileSync(join(bin, 'terraform'), wrapper, { mode: 0o755 });
const cliConfig = writeCliConfig(base, tools.plugins);

interface Place {
  readonly folder: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Milliseconds. Processor time includes everything that was started. */
interface Times {
  readonly wall: number;
  readonly cpu: number;
}

async function timed(
  file: string,
  args: readonly string[],
  { project, env }: Place,
): Promise<Times> {
  const start = performance.now();
  const script = '"$@" > /dev/null || exit; times';
  const options = { cwd: project, env, maxBuffer: 1024 ** 3 };
  const { stdout } = await execute('sh', ['-c', script, 'sh', file, ...args], options);
  const wall = performance.now() - start;
  const [, children = ''] = stdout.trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  const cpu = parts.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0);
  return { wall, cpu };
}

interface Scanned extends Times {
  readonly processes: readonly string[];
  readonly proved: number;
}

async function scan(place: Place): Promise<Scanned> {
  const report = join(place.folder, 'report.json');
  rmSync(calls, { force: true });
  const inputs = ['--dir', place.project, '--events', join(place.folder, 'events')];
  const how = ['--verify', 'plan', '--policy', 'accept-all', '--report', report, '--no-llm'];
  const times = await timed(process.execPath, [entry, 'scan', ...inputs, ...how], place);
  const { patches }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const isProved = (patch: Report['patches'][number]) =>
    patch.verification.passed && patch.verification.level === 'plan';
  return {
    ...times,
    processes: readFileSync(calls, 'utf8').trim().split('\n'),
    proved: patches.filter(isProved).length,
  };
}

function row(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function measure(place: Place, size: number, count: number): Promise<void> {
  const plain: Times[] = [];
  const scans: Scanned[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await timed(tools?.terraform ?? '', ['plan', '-input=false', '-lock=false'], place));
    scans.push(await scan(place));
  }
  const [first] = scans;
  if (first === undefined) throw new Error('No rounds were asked for.');
  const least = (key: keyof Times, all: readonly Times[]) =>
    Math.min(...all.map((each) => each[key]));
  const beside = (key: keyof Times) => {
    const [own, plan] = [least(key, scans), least(key, plain)];
    return [seconds(own), seconds(plan), (own / plan).toFixed(2)];
  };
  const processes = `${first.processes.length} (${first.processes.join(', ')})`;
  row([size, count, first.proved, processes, ...beside('wall'), ...beside('cpu')]);
}

process.stdout.write(`best of ${rounds}, in turns\n\n`);
const sides = (what: string) => [`${what} scan`, `${what} plain plan`, 'in plain plans'];
row(['resources', 'intents', 'proved', 'processes', ...sides('wall'), ...sides('CPU')]);
row(Array.from({ length: 10 }, () => '---'));
try {
  for (const size of sizes) {
    const emulator = await startEmulator(
      tools.python,
      join(top, 'test', 'acceptance', 'emulator', 'emulator.py'),
    );
    const folder = join(base, String(size));
    const project = join(folder, 'project');
    const env = {
      PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
      HOME: base,
      NO_COLOR: '1',
      TF_CLI_CONFIG_FILE: cliConfig,
      CHECKPOINT_DISABLE: '1',
      AWS_ENDPOINT_URL: emulator.endpoint,
      AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
    };
    const place: Place = { folder, project, env };
    writeProofProject(project, size);
    await timed(tools.terraform, ['init', '-input=false'], place);
    await timed(tools.terraform, ['apply', '-input=false', '-auto-approve'], place);
    let made = 0;
    for (const count of intents.filter((each) => each <= maxChanges(size))) {
      await makeChanges(emulator.endpoint, join(folder, 'events'), size, [made, count]);
      made = count;
      await measure(place, size, count);
    }
    await emulator.quit();
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
