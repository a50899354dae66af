import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forges, type RunningForge, valued } from '../../adapters/forge/servers/forges.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';
import { plannedText } from '../plan/demo-plans.ts';
import { type GuardScene, openScene } from './scene.ts';

let opened: TestServiceStore;
let running: RunningForge;
let scene: GuardScene;
let stacks = 0;

beforeAll(async () => {
  opened = await openTestServiceStore();
});
afterAll(() => opened.stop());

async function open([name, start]: (typeof forges)[number]) {
  stacks += 1;
  running = await start();
  scene = await openScene(name as 'GitHub', running, opened.store, `shop-${stacks}`);
}

afterEach(async () => {
  await scene.close();
  await running.stop();
  expect(running.strayings).toEqual([]);
});

const failed = expect.stringMatching(/^fail(?:ed|ure)$/);
const comment = '# Reviewed.\n';
const github = forges.filter(([name]) => name === 'GitHub')[0] ?? ['', () => Promise.reject()];

describe.each(forges)('a pull request to a stack with open drifts on %s', (...forge) => {
  beforeEach(() => open(forge));

  it('is warned once of what merging and applying it reverts', async () => {
    const [first] = await scene.open();
    const pull = scene.pull('tidy', { 'prod/tidy.tf': comment });

    valued(await scene.guard(pull));
    valued(await scene.guard(pull));

    const checks = scene.checks(pull.commit);
    expect(first).toBeDefined();
    expect(checks).toMatchObject([{ name: `parley/guard shop-${stacks}`, state: failed }]);
    expect(checks[0]?.title).toMatch(
      /^Merging and applying this reverts what \S.* did on 2026-03-14 \d\d:\d\d UTC and \d+ more; accept it first/,
    );
    expect(scene.comments(pull.number)).toHaveLength(1);
    expect(scene.comments(pull.number)[0]).toContain(
      'would be undone by merging and applying this',
    );
  });

  it('is checked again when the open drifts change, and an outdated warning is withdrawn', async () => {
    const pull = scene.pull('tidy', { 'prod/tidy.tf': comment });
    valued(await scene.again());
    expect(scene.checks(pull.commit)).toMatchObject([{ state: failed }]);

    const drifts = await scene.open();
    const ignore = drifts.map(({ address }) => `address=${address}`).join('\n');
    scene.repository.commit({ 'prod/.parleyignore': `${ignore}\n` });
    valued(await scene.bench.scan());
    expect(await scene.open()).toEqual([]);
    valued(await scene.again());

    expect(scene.checks(pull.commit)).toMatchObject([
      { state: 'success', title: 'Merging and applying this undoes no open drift.' },
    ]);
    expect(scene.comments(pull.number)).toHaveLength(1);
    expect(scene.comments(pull.number)[0]).toContain('undoes no open drift');
  });
});

describe('a pull request to a stack with open drifts', () => {
  beforeEach(() => open(github));

  it.each([
    ['touches another part of the repository', 'notes', { 'README.md': 'More.\n' }, 'main'],
    ['goes into another branch', 'next', { 'prod/tidy.tf': comment }, 'release'],
  ])('is left alone if it %s', async (_, branch, files, base) => {
    const pull = scene.pull(branch, files, base);
    valued(await scene.guard(pull));
    expect(scene.checks(pull.commit)).toEqual([]);
    expect(scene.comments(pull.number)).toEqual([]);
  });

  it('is not warned of what its own code adopts, or leaves to others', async () => {
    const before = scene.pull('tidy', { 'prod/tidy.tf': comment });
    valued(await scene.guard(before));
    const total = undoneIn(scene.comments(before.number)[0]);
    const drifts = await scene.open();
    const plans = (await scene.planned()).filter(({ kind }) => kind === 'patch');
    expect(plans.length).toBeGreaterThanOrEqual(3);

    for (const { intent, files } of plans) {
      const own = drifts.filter(({ verdicts }) => verdicts.at(-1)?.intent === intent);
      const changed = files.map((file) => [`prod/${file.path}`, plannedText(file)] as const);
      const pull = scene.pull(`adopt-${intent}`, Object.fromEntries(changed));
      valued(await scene.guard(pull));
      expect(undoneIn(scene.comments(pull.number)[0])).toBe(total - own.length);
    }
  });

  it('is skipped if its branch is gone', async () => {
    const pull = scene.pull('tidy', { 'prod/tidy.tf': comment });
    scene.repository.deleteBranch('tidy');
    expect(await scene.guard(pull)).toMatchObject({ ok: true });
    expect(scene.checks(pull.commit)).toEqual([]);
  });
});

/** Number of drifts that a comment is about. */
function undoneIn(text = ''): number {
  return Number(/(\d+) open drifts? of /.exec(text)?.[1] ?? Number.NaN);
}
