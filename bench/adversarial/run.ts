/**
 * What a caller can make a run cost: many rules, tags or variables of one resource, many resources,
 * many calls, all accepted. The exponent shows how the time of the stages grows from one count to
 * the next: 1 is proportional, 2 quadratic.
 *
 *   npm run build && npm run bench -- adversarial
 *     [counts, such as 100,200,400] [names, such as tags,env]
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../../src/model/report.ts';
import { awsStories, queues } from './aws.ts';
import { kubernetesStories } from './kubernetes.ts';
import type { Story } from './story.ts';
import { writeStory } from './write.ts';

const execute = promisify(execFile);
const counts = (process.argv[2] ?? '100,200,400').split(',').map(Number);
const named = process.argv[3]?.split(',');
const entry = join(import.meta.dirname, '..', '..', 'dist', 'src', 'cli.js');

interface Measured {
  /** Milliseconds of all threads, user and system. */
  readonly cpu: number;
  readonly reported: string;
}

async function measure(base: string, folder: string, story: Story): Promise<Measured> {
  writeStory(folder, story);
  const report = join(base, 'report.json');
  const args = ['--dir', join(folder, 'project'), '--events', join(folder, 'events')];
  const more = ['--report', report, ...(story.options ?? [])];
  const used = join(base, 'usage.json');
  const usage = ['--import', join(import.meta.dirname, '..', 'pipeline', 'usage.mjs')];
  const command = [...usage, entry, 'scan', '--policy', 'accept-all', ...args, ...more];
  await execute(process.execPath, command, {
    env: { PATH: process.env['PATH'] ?? '', HOME: base, PARLEY_BENCH_USAGE: used },
    maxBuffer: 256 * 1024 * 1024,
    cwd: join(folder, 'project'),
  });
  const { cpu }: { readonly cpu: number } = JSON.parse(readFileSync(used, 'utf8'));
  const { drifts, patches, unresolved, timings }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const stages = Object.entries(timings)
    .filter(([, ms]) => ms >= 50)
    .map(([stage, ms]) => `${stage} ${ms}`);
  const found = `${drifts.length} drifts, ${patches.length} patches, ${unresolved.length} unresolved`;
  return { cpu, reported: `${found}; ${stages.join(', ')}` };
}

if (!existsSync(entry)) throw new Error(`${entry} is not there; run \`npm run build\` first.`);
const base = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  const all = Object.entries({ ...awsStories, ...kubernetesStories });
  const idle = (await measure(base, join(base, 'idle'), queues(1))).cpu;
  process.stdout.write(
    `Processor time without the ${Math.round(idle)} ms of a run with one change\n`,
  );
  for (const [name, make] of all.filter(([each]) => named?.includes(each) ?? true)) {
    let before: { readonly count: number; readonly own: number } | undefined;
    for (const count of counts) {
      const { cpu, reported } = await measure(base, join(base, `${name}-${count}`), make(count));
      const own = Math.max(1, Math.round(cpu - idle));
      const grown = before && Math.log(own / before.own) / Math.log(count / before.count);
      const exponent = grown === undefined ? '' : `, n^${grown.toFixed(1)}`;
      process.stdout.write(`${count} ${name}: ${own} ms${exponent} (${reported})\n`);
      before = { count, own };
    }
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
