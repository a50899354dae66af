import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sinceTime } from '../../../src/app/run/since.ts';
import { demoFlags, initProject, newProject, parley, removeFolders } from './parley.ts';

const group = 'module.web.aws_autoscaling_group.this';
const stricter = `apiVersion: parley/v1
name: stricter
extends: default
rules:
  - id: nobody-scales
    tier: identity
    priority: 90
    when: change.scaled
    verdict: reject
    because: "{actor} {change}, and nobody does that here."
`;

let project: string;
beforeAll(async () => {
  project = newProject();
  await initProject(project);
  await parley(project, 'scan', ...demoFlags);
  writeFileSync(join(project, 'stricter.yaml'), stricter);
});
afterAll(removeFolders);

describe('parley policy simulate', () => {
  it('finds no difference with the same policy', async () => {
    const run = await parley(project, 'policy', 'simulate', '--exit-code');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^default on 1 run since .*: 0 verdicts of \d+ would change\.\n$/);
  });

  it('shows which verdicts another policy changes, by whom, where, and both rules', async () => {
    const flags = ['--policy', 'stricter.yaml', '--since', '2026-03-01'];
    const run = await parley(project, 'policy', 'simulate', ...flags);
    const json = await parley(project, 'policy', 'simulate', ...flags, '--json', '--exit-code');
    const { changed } = JSON.parse(json.out);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('    1  delegate -> reject\n');
    expect(run.out).toContain(`delegate -> reject  ${group} desired_capacity\n`);
    expect(run.out).toContain('Cluster Autoscaler (controller): Scaled web from 2 to 5 instances');
    expect(run.out).toMatch(/ {2}now \[nobody-scales\] .*nobody does that here\./);
    expect(json.code).toBe(2);
    expect(changed).toContainEqual(
      expect.objectContaining({
        address: group,
        before: expect.objectContaining({ outcome: 'delegate' }),
        after: expect.objectContaining({ outcome: 'reject', rule: 'nobody-scales' }),
      }),
    );
  });

  it('counts what several runs saw once, as of the last run', async () => {
    const before = await parley(project, 'policy', 'simulate', '--json');
    await parley(project, 'scan', '--policy', 'stricter.yaml', ...demoFlags);
    const after = await parley(project, 'policy', 'simulate', '--json');

    expect(JSON.parse(after.out).runs).toBe(2);
    expect(JSON.parse(after.out).decisions).toBe(JSON.parse(before.out).decisions);
  });

  it('looks back no further than --since', async () => {
    const run = await parley(project, 'policy', 'simulate', '--since', '2027-01-01');

    expect(run.out).toContain('on 0 runs');
  });

  it.each([
    ['--since', 'yesterday', /yesterday is neither a duration/],
    ['--policy', 'nowhere.yaml', /no policy and no file/],
  ])('gives a clear error for %s %s', async (flag, value, message) => {
    const run = await parley(project, 'policy', 'simulate', flag, value);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(message);
  });

  it('says that there is no store', async () => {
    const empty = newProject();
    rmSync(join(empty, '.parley'), { recursive: true, force: true });
    const run = await parley(empty, 'policy', 'simulate');

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/There is no store that knows earlier runs.*`parley init`/);
  });
});

describe('the time of --since', () => {
  const now = '2026-03-15T09:00:00.000Z';
  it.each([
    ['30d', '2026-02-13T09:00:00.000Z'],
    ['12h', '2026-03-14T21:00:00.000Z'],
    ['2w', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
  ])('reads %s as %s', (text, time) => {
    expect(sinceTime(text, now)).toEqual({ ok: true, value: time });
  });

  it.each(['', '30', 'd', '30m', '3/1/2026', '2026-13-01'])('cannot be %j', (text) => {
    expect(sinceTime(text, now)).toMatchObject({ ok: false, error: { code: 'bad-since' } });
  });
});

describe('parley policy lint --since', () => {
  const rivals = `apiVersion: parley/v1
tiers: [all, code]
code: { tier: code, priority: 50 }
fallback: { tier: all, verdict: escalate }
rules:
  - { id: by-name, tier: all, when: 'actor.name.contains("Autoscaler")', verdict: reject }
  - { id: by-type, tier: all, when: 'change.type.startsWith("aws_autoscaling")', verdict: escalate }
`;

  it('shows a recorded change that two rules match', async () => {
    writeFileSync(join(project, 'rivals.yaml'), rivals);
    const without = await parley(project, 'policy', 'lint', 'rivals.yaml');
    const run = await parley(project, 'policy', 'lint', 'rivals.yaml', '--since', '2026-03-01');

    expect(without.out).not.toContain('"Cluster Autoscaler"');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('the name of the actor is "Cluster Autoscaler"');
    expect(run.out).toContain('the resource type is "aws_autoscaling_group"');
  });

  it('says that nothing was recorded', async () => {
    const run = await parley(newProject(), 'policy', 'lint', 'default', '--since', '30d');

    expect(run.code).not.toBe(0);
    expect(run.err).toContain('There is no store that knows earlier runs.');
  });
});
