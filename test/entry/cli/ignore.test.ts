import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demoFlags, newProject, parley, readFiles, removeFolders } from './parley.ts';

afterEach(removeFolders);

it('leaves out what a line matches, and says so in report, summary and trace', async () => {
  const project = newProject();
  const trace = join(project, 'trace.jsonl');
  writeFileSync(join(project, '.parleyignore'), '# theirs\naws_sqs_queue.*\n');

  const run = await parley(project, 'scan', '--json', '--trace', trace, ...demoFlags);
  const report: Report = JSON.parse(run.out);
  const shown = await parley(project, 'scan', ...demoFlags);

  expect(report.drifts.map(({ type }) => type)).not.toContain('aws_sqs_queue');
  expect(report.drifts.length).toBeGreaterThan(5);
  expect(report.ignored).toEqual([
    expect.objectContaining({
      address: 'aws_sqs_queue.orders',
      path: ['visibility_timeout_seconds'],
      rule: '.parleyignore:2',
    }),
  ]);
  expect(shown.out).toContain('Left out by an ignore file');
  const line = readFiles(project)
    .get('trace.jsonl')
    ?.split('\n')
    .find((one) => one.includes('aws_sqs_queue.orders'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    disposition: 'ignored',
    because: '.parleyignore:2 leaves it out.',
  });
});

it('does not match actors that are only claimed by a user agent', async () => {
  const project = newProject();
  writeFileSync(join(project, '.parleyignore'), 'actor=*\n');

  const run = await parley(project, 'scan', '--json', ...demoFlags);
  const report: Report = JSON.parse(run.out);
  const claimed = new Set(
    report.intents
      .filter(({ actor }) => actor.evidence === 'claimed')
      .flatMap(({ drifts }) => drifts),
  );

  expect(report.drifts.every(({ id }) => claimed.has(id))).toBe(true);
  expect(report.ignored?.length).toBeGreaterThan(5);
});

it('fails for a line that cannot be parsed', async () => {
  const project = newProject();
  writeFileSync(join(project, '.driftignore'), 'aws_instance.*\nmodule.web\n');

  const run = await parley(project, 'scan', ...demoFlags);

  expect(run.code).toBe(1);
  expect(run.err).toContain('.driftignore:2');
});
