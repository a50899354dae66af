import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forges, type RunningForge, valued } from '../../adapters/forge/servers/forges.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { demoFiles } from '../demo-stack.ts';
import { type GuardScene, openScene } from './scene.ts';

let opened: TestServiceStore;
let running: RunningForge;
let scene: GuardScene;
let stacks = 0;

beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());

beforeEach(async () => {
  stacks += 1;
  const [, start] = forges.find(([name]) => name === 'GitHub') ?? [];
  if (start === undefined) throw new Error('There is no GitHub among the forges.');
  running = await start();
  scene = await openScene('GitHub', running, opened.store, `wishes-${stacks}`);
});
afterEach(async () => {
  await scene.close();
  await running.stop();
});

const failed = expect.stringMatching(/^fail(?:ed|ure)$/);

/** A group, by default with one field handed over to the autoscaler. */
const group = (minimum: number, lifecycle: readonly string[] = handover) =>
  [
    'resource "aws_autoscaling_group" "jobs" {',
    '  name             = "jobs"',
    `  min_size         = ${minimum}`,
    '  max_size         = 9',
    '  desired_capacity = 3',
    ...lifecycle,
    '}',
    '',
  ].join('\n');
const handover = [
  '  lifecycle {',
  '    # desired_capacity: owned by Auto Scaling within 2..9 (i-0123456789ab)',
  '    ignore_changes = [desired_capacity]',
  '  }',
];
const wish = (more: string) =>
  `
declarations:
  - by: arn:aws:iam::123456789012:role/sre
    at: aws_autoscaling_group.jobs
    field: min_size
    want: { min: 4 }
    because: Spring sale
    from: 2026-03-01T00:00:00Z
${more}`;

/** Commits the base branch, on which nothing is open. */
function settle(more = '') {
  const settings = (demoFiles()['parley.yaml'] ?? '').replace(/\ndeclarations:[\s\S]*$/, '\n');
  scene.repository.commit({
    'prod/jobs.tf': group(5),
    'prod/parley.yaml': `${settings}${wish(more)}`,
  });
}

/** The checks and the comment of a pull request, and the lines of the comment about the group. */
async function said(files: Readonly<Record<string, string>>) {
  const pull = scene.pull('change', files);
  valued(await scene.guard(pull));
  const text = scene.comments(pull.number)[0] ?? '';
  const lines = text.split('\n').filter((line) => line.includes('aws_autoscaling_group.jobs'));
  return { checks: scene.checks(pull.commit), lines, text };
}

describe('a pull request, judged by its code alone,', () => {
  beforeEach(() => settle());

  it('is warned that it takes back a field that was handed over', async () => {
    const { checks, lines, text } = await said({ 'prod/jobs.tf': group(5, []) });
    expect(checks).toMatchObject([{ state: failed }]);
    expect(text).toContain('1 delegated field of');
    expect(lines).toEqual([expect.stringContaining('desired_capacity')]);
    expect(lines[0]).toMatch(
      /block.*Overwrites a field owned by Auto Scaling, within 2 to 9\. `ignore_changes` no longer covers it/,
    );
  });

  it('is warned that it contradicts a declaration', async () => {
    const { checks, lines, text } = await said({ 'prod/jobs.tf': group(2) });
    expect(checks).toMatchObject([{ state: failed }]);
    expect(text).toContain('1 declared intent of');
    expect(lines).toEqual([
      expect.stringMatching(/block.*min_size.*wants at least 4 here: .*Spring sale/),
    ]);
  });

  it('gets no warning if it agrees with both', async () => {
    const { lines } = await said({ 'prod/jobs.tf': group(6) });
    expect(lines).toEqual([]);
  });

  it('is warned of a declaration in the store, which nobody reviewed', async () => {
    const body = {
      ...{
        by: 'arn:aws:iam::123456789012:role/sre',
        class: 'human',
        at: 'aws_autoscaling_group.jobs',
      },
      ...{ field: 'max_size', want: { min: 8 }, because: 'Spring sale', purpose: 'scaling' },
      from: '2026-03-01T00:00:00Z',
    };
    const store = opened.store.project({ tenant: 'default', stack: `wishes-${stacks}` });
    await store.declareIntent({ id: 'i-0000000000aa', time: body.from, body });

    const { lines } = await said({ 'prod/jobs.tf': group(5).replace('= 9', '= 6') });
    expect(lines).toEqual([
      expect.stringMatching(/warn.*max_size.*Nobody reviewed that declaration/),
    ]);
  });

  it('cannot remove from the settings the declaration that it is judged by', async () => {
    const { lines } = await said({ 'prod/jobs.tf': group(2), 'prod/parley.yaml': 'version: 1\n' });
    expect(lines).toHaveLength(1);
  });
});

describe('a pull request is not warned of', () => {
  it('a declaration that has expired', async () => {
    settle('    until: 2026-03-02T00:00:00Z\n');
    const { lines } = await said({ 'prod/jobs.tf': group(2) });
    expect(lines).toEqual([]);
  });
});

describe('a scan that changes what is open', () => {
  it('leads to another check of the pull requests of others', async () => {
    const pull = scene.pull('tidy', { 'prod/tidy.tf': '# Reviewed.\n' });
    await scene.work();
    expect(scene.checks(pull.commit)).toMatchObject([{ state: failed }]);

    valued(await scene.bench.scan());
    expect(await scene.work()).toEqual([]);

    const drifts = await scene.open();
    const ignore = drifts.map(({ address }) => `address=${address}`).join('\n');
    scene.repository.commit({ 'prod/.parleyignore': `${ignore}\n` });
    valued(await scene.bench.scan());
    expect(await scene.work()).toContain('propose');

    expect(scene.checks(pull.commit)).toMatchObject([
      { state: 'success', title: 'Merging and applying this undoes no open drift.' },
    ]);
  });
});
