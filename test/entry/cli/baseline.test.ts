import { afterAll, describe, expect, it } from 'vitest';
import { recurrenceProblem } from '../../../src/adapters/queue/schedules.ts';
import { isBaselineDue, readBackScope } from '../../../src/app/run/baseline.ts';
import { confirmationSchedule } from '../../../src/app/stack/schedules.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { type Memory, nothingRemembered } from '../../../src/ports/store/memory.ts';
import { demoFlags, initProject, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const lineage = 'a';
const seen = (more: object): Memory => ({
  ...nothingRemembered,
  state: { lineage, serial: 1, at: '2026-03-14T03:00:00.000Z', values: [], ...more },
});
const at = '2026-03-14T02:00:00.000Z';

describe('a baseline', () => {
  it.each<readonly [string, Parameters<typeof isBaselineDue>, boolean]>([
    ['asked for', [{ baseline: 'now', verify: 'plan' }, { lineage }, seen({ baseline: at })], true],
    ['of a scan', [{ verify: 'plan' }, { lineage }, nothingRemembered], false],
    [
      'of a new stack',
      [{ baseline: 'first', verify: 'plan' }, { lineage }, nothingRemembered],
      true,
    ],
    [
      'that was made',
      [{ baseline: 'first', verify: 'plan' }, { lineage }, seen({ baseline: at })],
      false,
    ],
    ['that no run made', [{ baseline: 'first', verify: 'plan' }, { lineage }, seen({})], true],
    [
      'of another state',
      [{ baseline: 'first', verify: 'plan' }, { lineage: 'b' }, seen({ baseline: at })],
      true,
    ],
    [
      'without a provider',
      [{ baseline: 'first', verify: 'evaluate' }, { lineage }, nothingRemembered],
      false,
    ],
    ['without a memory', [{ baseline: 'first', verify: 'plan' }, { lineage }, undefined], false],
  ])('%s', (_, args, isDue) => {
    expect(isBaselineDue(...args)).toBe(isDue);
  });

  it('needs a store, and says how to get one', async () => {
    const { code, out, err } = await parley(newProject(), 'baseline', '--dir', '.');

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('parley init');
  });
});

it.each([
  [{}, false, 'open'],
  [{ all: true }, false, 'everything'],
  [{ confirm: false }, false, 'touched'],
  [{ confirm: false }, true, 'everything'],
] as const)('a run with %j, baseline: %s, reads back %s', (options, isBaseline, scope) => {
  expect(readBackScope({ verify: 'plan', ...options }, isBaseline)).toBe(scope);
});

describe('a scan without logs', () => {
  const standing = demoFlags.filter((_, index) => index < 2 || index > 3);
  const text = async (dir: string, ...args: readonly string[]) => {
    const { code, out, err } = await parley(dir, ...args);
    return { code, said: out + err };
  };

  it('is an error if nothing is recorded, and else shows what is open', async () => {
    const dir = newProject();
    await initProject(dir);
    const before = await text(dir, 'scan', '--no-llm', ...standing);
    expect(before).toMatchObject({ code: 1 });
    expect(before.said).toContain('parley collect');

    await parley(dir, 'scan', ...demoFlags);
    const after = await text(dir, 'scan', '--no-llm', '--exit-code', ...standing);

    expect(after.code).toBe(2);
    expect(after.said).toMatch(/\d+ open: \d+ since/);
  });
});

describe('open drift in the service is confirmed', () => {
  const stackOf = (more: object) =>
    Stack.parse({ name: 'shop', repository: '/srv/shop.git', ...more });

  it.each<readonly [string, object, ReturnType<typeof confirmationSchedule>]>([
    ['never, without a provider to ask', {}, undefined],
    ['never, where it is off', { verify: 'plan', confirm: 'off' }, undefined],
    [
      'every so often',
      { verify: 'plan', confirm: { every: '6h' } },
      { kind: 'every', every: 6 * 3_600_000 },
    ],
    [
      'by a calendar',
      { verify: 'plan', confirm: { cron: '0 3 * * *', time_zone: 'Europe/Madrid' } },
      { kind: 'cron', cron: '0 3 * * *', timeZone: 'Europe/Madrid' },
    ],
  ])('%s', (_, more, when) => {
    expect(confirmationSchedule(stackOf(more))).toEqual(when);
  });

  it('daily by default, at a different time for each stack', () => {
    const times = ['shop', 'blog', 'bank'].map((name) =>
      confirmationSchedule(stackOf({ name, verify: 'plan' })),
    );

    for (const when of times) {
      if (when === undefined) throw new Error('It has no time.');
      expect(when).toMatchObject({ kind: 'cron', timeZone: 'UTC' });
      expect(recurrenceProblem(when)).toBeUndefined();
    }
    expect(new Set(times.map((when) => JSON.stringify(when))).size).toBe(3);
    expect(confirmationSchedule(stackOf({ verify: 'plan', confirm: 'daily' }))).toEqual(times[0]);
  });
});
