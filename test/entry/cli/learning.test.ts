import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { choosePolicy } from '../../../src/app/run/policy.ts';
import { rulePlans } from '../../../src/entry/service/rule-plans.ts';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { fileChange } from '../../../src/text/file-change.ts';
import { demoFlags, initProject, newProject, parley, removeFolders } from './parley.ts';

let project: string;
let report: Report;

const intentOf = (outcome: string) =>
  report.decisions.find(({ verdict }) => verdict.outcome === outcome)?.intent ?? '';

/** Stores the noted review again for `count` other intents of the same kind. */
async function repeat(count: number): Promise<void> {
  const location = { kind: 'folder', path: join(project, '.parley') } as const;
  const store = await connectStore(location, { tenant: 'default', timeout: 0 });
  if (!store.ok) throw new Error(store.error.message);
  const [first] = await store.value.feedback();
  if (first === undefined) throw new Error('nothing was noted');
  await store.value.appendFeedback(
    Array.from({ length: count }, (_, i) => ({
      id: `f-${i}`,
      time: first.time,
      body: { ...first.body, intent: `i-${i}` },
    })),
  );
  await store.value.close();
}

/** The policy file changes that the service would propose. */
async function planned() {
  const location = { kind: 'folder', path: join(project, '.parley') } as const;
  const store = await connectStore(location, { tenant: 'default', timeout: 0 });
  if (!store.ok) throw new Error(store.error.message);
  const policy = await choosePolicy(project, undefined);
  if (!policy.ok) throw new Error(policy.error.message);
  const now = '2026-03-15T09:00:00.000Z';
  const place = { root: project, named: undefined, now };
  const plans = await rulePlans({ store: store.value, policy: policy.value, ...place });
  await store.value.close();
  return plans;
}

beforeAll(async () => {
  project = newProject();
  await initProject(project);
  const run = await parley(project, 'scan', '--json', ...demoFlags);
  report = JSON.parse(run.out);
});
afterAll(removeFolders);

describe('parley feedback and parley policy suggest', () => {
  it('suggest nothing without reviews', async () => {
    const run = await parley(project, 'policy', 'suggest');

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^# 0 reviews .* suggest no rule/);
  });

  it('add nothing to a report while there is no review', async () => {
    const json = await parley(project, 'scan', '--json', ...demoFlags);
    const text = await parley(project, 'scan', ...demoFlags);

    expect(JSON.parse(json.out)).not.toHaveProperty('learned');
    expect(text.out).not.toContain('Reviews so far');
  });

  it.each([
    [['i-000000000000', 'merged'], /No recorded run knows the intent/],
    [['i-000000000000', 'liked'], /liked is not an outcome of a review.*merged, edited, closed/],
    [['i-000000000000', 'merged', '--at', 'soon'], /soon is neither a duration/],
  ])('refuse %j', async (args, message) => {
    const run = await parley(project, 'feedback', 'add', ...args);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(message);
  });

  it('suggest a rule with numbers and a replay, which fits into the policy', async () => {
    const id = intentOf('delegate');
    const noted = await parley(project, 'feedback', 'add', id, 'closed', '--note', 'not here');
    await repeat(19);
    const run = await parley(project, 'policy', 'suggest');
    const json = JSON.parse((await parley(project, 'policy', 'suggest', '--json')).out);
    const header = 'apiVersion: parley/v1\nname: ours\nextends: default\n';
    writeFileSync(join(project, 'ours.yaml'), header + run.out);
    const replay = await parley(project, 'policy', 'simulate', '--policy', 'ours.yaml', '--json');
    const { changed } = JSON.parse(replay.out);

    expect(noted).toMatchObject({ code: 0, out: `Noted: ${id} was closed.\n` });
    expect(run.out).toMatch(
      /scaling of aws_\w+ \S+ by .* \(controller\) was turned down 20 of 20 times, in reviews of 20 different intents; 5 % bound 0\.87/,
    );
    expect(run.out).toMatch(/Of \d+ recorded verdicts \d+ would change: .*delegate -> reject/);
    expect(run.out).toMatch(/people answered 1 as the rule would, 0 differently, and 0 not at all/);
    expect(json.learned).toMatchObject({ entries: 20, digest: expect.stringMatching(/^l-/) });
    expect(changed.length).toBe(json.suggestions[0].replay.changed.length);
    expect(changed.map(({ after }: { after: { rule: string } }) => after.rule)).toContain(
      json.suggestions[0].suggestion.id,
    );
  });

  it('open a branch with the rule once, and not again after it was declined', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const own = '# Ours.\napiVersion: parley/v1\nname: ours\nextends: default\nrules: []\n';
    writeFileSync(join(project, 'parley.policy.yaml'), own);
    git('init', '--quiet');
    git('add', '-A');
    git('commit', '--quiet', '-m', 'all');
    const first = await parley(project, 'policy', 'suggest', '--propose');
    const again = await parley(project, 'policy', 'suggest', '--propose');
    const { suggestions } = JSON.parse((await parley(project, 'policy', 'suggest', '--json')).out);
    const { id } = suggestions[0].suggestion;
    const proposed = git('show', `parley/policy-${id}:parley.policy.yaml`);
    const served = await planned();
    const declined = await parley(project, 'policy', 'suggest', '--decline', id);
    const last = await parley(project, 'policy', 'suggest', '--propose');
    const unknown = await parley(project, 'policy', 'suggest', '--decline', 'learned-x');

    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain(`parley/policy-${id}: created`);
    expect(again.out).toContain(`parley/policy-${id}: unchanged`);
    expect(proposed).toContain('# Ours.\n');
    expect(proposed).toContain(`id: ${id}`);
    expect(git('log', '-1', '--format=%s', `parley/policy-${id}`).trim().length).toBeLessThan(73);
    expect(declined).toMatchObject({ code: 0, err: '' });
    expect(served).toMatchObject([
      {
        kind: 'patch',
        intent: `p-${id}`,
        branch: `parley/policy-${id}`,
        digest: suggestions[0].suggestion.digest,
        files: [fileChange('parley.policy.yaml', own, proposed)],
      },
    ]);
    expect(await planned()).toEqual([]);
    expect(last.out).toContain('suggest no rule');
    expect(unknown).toMatchObject({ code: 1 });
  });
});

describe('learning from reviews', () => {
  type Note = readonly [intent: string, review: string, time: string];

  async function noted(...notes: readonly Note[]): Promise<string> {
    const folder = newProject();
    await initProject(folder);
    await parley(folder, 'scan', ...demoFlags);
    await note(folder, notes);
    return folder;
  }

  async function note(folder: string, notes: readonly Note[]): Promise<void> {
    for (const [intent, review, time] of notes) {
      const run = await parley(folder, 'feedback', 'add', intent, review, '--at', time);
      expect(run).toMatchObject({ code: 0, err: '' });
    }
  }

  async function counted(folder: string) {
    return JSON.parse((await parley(folder, 'policy', 'suggest', '--json')).out).learned;
  }

  it('is in the report, whatever the order of the reviews', async () => {
    const merged = [intentOf('accept'), 'merged', '2026-03-14T10:00:00Z'] as const;
    const reverted = [intentOf('accept'), 'reverted', '2026-03-14T12:00:00Z'] as const;
    const closed = [intentOf('delegate'), 'closed', '2026-03-14T11:00:00Z'] as const;
    const one = await noted(reverted, merged, closed);
    const { out } = await parley(one, 'scan', ...demoFlags, '--report', 'report.json');
    const json = readFileSync(join(one, 'report.json'), 'utf8');
    const { learned } = ReportV1.parse(JSON.parse(json));
    const other = await noted(closed, merged);
    const less = await counted(other);
    await note(other, [reverted]);

    expect(learned).toEqual({ entries: 2, digest: expect.stringMatching(/^l-[0-9a-f]{12}$/) });
    expect(less.entries).toBe(2);
    expect(less.digest).not.toBe(learned?.digest);
    expect(await counted(other)).toEqual(learned);
    expect(out).toContain('Reviews so far: 2; `parley policy suggest` shows which');
  });
});
