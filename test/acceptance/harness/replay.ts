import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { GroupOptions } from './case.ts';
import { run } from './process.ts';
import type { Project } from './project.ts';
import type { Workshop } from './workshop.ts';

const earlier = join(import.meta.dirname, '../../../fixtures/policies/earlier/default.policy.yaml');

/**
 * If PARLEY_REPLAY names a file, adds a line with what the earlier and the current default policy
 * decide about the log of these cases, by evaluation alone. `scripts/policy-changes` reads it.
 */
export async function replayPolicies(
  project: Project,
  workshop: Workshop,
  { args = [] }: GroupOptions,
): Promise<void> {
  const file = process.env['PARLEY_REPLAY'];
  if (file === undefined || file === '') return;
  const entry = await project.cli();
  const { testPath } = expect.getState();
  const own = args.filter((arg, at) => arg !== '--verify' && args[at - 1] !== '--verify');
  const before = await decide(entry, workshop, own, earlier);
  const after = await decide(entry, workshop, own, 'default');
  const line = { file: basename(testPath ?? '', '.test.ts'), before, after };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

async function decide(
  entry: string,
  { dir, state, events }: Workshop,
  args: readonly string[],
  policy: string,
): Promise<Report['decisions']> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-replay-'));
  const copy = join(folder, 'project');
  cpSync(dir, copy, { recursive: true });
  const report = ['--json', '--policy', policy, '--no-llm'];
  const inputs = ['--dir', copy, '--state', state, '--events', events];
  const done = await run(process.execPath, [entry, 'scan', ...inputs, ...report, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, NO_COLOR: '1' },
    timeoutMs: 120_000,
  });
  rmSync(folder, { recursive: true, force: true });
  if (done.code !== 0) throw new Error(`a replay ended with ${done.code}: ${done.stderr}`);
  return (JSON.parse(done.stdout) as Report).decisions;
}
