import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, midnight, stateText } from '../../reconcile/memory/memory-world.ts';
import { createProject, type Project } from './again-world.ts';

afterAll(removeFolders);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** When the fourth scan is made, which nothing has changed for since the third. */
const start = midnight + 2 * day;

const change: Act = { minute: 60, who: 'maria', what: { kind: 'timeout', value: 90 } };
const other: Act = { minute: 90, who: 'jonas', what: { kind: 'delay', value: 60 } };

const freeze = (from: string, to: string): string =>
  `policy: default\nfreezes:\n  - reason: audit\n    from: ${from}\n    to: ${to}\n`;

/** A project of which three scans found the same, and whether the next one says what they said. */
async function standing(settings: string): Promise<Project> {
  const project = await createProject(settings);
  project.log([change]);
  for (const time of [start - 3 * minute, start - 2 * minute, start - minute]) {
    expect(await project.look(time)).toBe(false);
  }
  return project;
}

function pagesOf(project: Project): string {
  const runs = join(project.folder, '.parley', 'history', 'runs');
  const [name = ''] = readdirSync(runs).filter((one) => one.endsWith('.pages.gz'));
  return join(runs, name);
}

type Change = (project: Project) => void | Promise<void>;

describe('a scan says what the last one said', () => {
  it.each<[string, string, Change, number]>([
    ['where nothing changed', 'policy: default\n', () => undefined, start],
    ['three months later', 'policy: observe\n', () => undefined, start + 91 * day],
    [
      'where the log was rotated away',
      'policy: default\n',
      (one) => {
        one.rotate();
        one.log([{ minute: 100, who: 'maria', what: { kind: 'look' } }]);
      },
      start,
    ],
    [
      'where what the log has more is not managed',
      'policy: default\n',
      (one) => one.log([{ minute: 100, who: 'maria', what: { kind: 'look' } }]),
      start,
    ],
    [
      'before a freeze begins',
      freeze('2026-03-16T06:00:00Z', '2026-03-18T06:00:00Z'),
      () => undefined,
      start + hour,
    ],
  ])('%s', async (_, settings, change, time) => {
    const project = await standing(settings);
    await change(project);
    expect(await project.look(time)).toBe(true);
    expect(await project.look(time + minute)).toBe(true);
  });
});

describe('a scan decides anew', () => {
  it.each<[string, string, Change, number]>([
    ['behind a change', 'policy: default\n', (one) => one.log([other]), start],
    [
      'with other code',
      'policy: default\n',
      (one) => one.write('main.tf', code.replace('= 30', '= 45')),
      start,
    ],
    ['with a file more', 'policy: default\n', (one) => one.write('more.tf', '# More\n'), start],
    [
      'with another state of the same serial',
      'policy: default\n',
      (one) => one.write('terraform.tfstate', stateText(7, { delay_seconds: 5 })),
      start,
    ],
    [
      'with another policy',
      'policy: default\n',
      (one) => one.write('parley.yaml', 'policy: observe\n'),
      start,
    ],
    ['behind an answer', 'policy: default\n', (one) => one.answer(start, 0, 'reject'), start],
    [
      'when a freeze begins',
      freeze('2026-03-16T06:00:00Z', '2026-03-18T06:00:00Z'),
      () => undefined,
      start + 6 * hour,
    ],
    [
      'when a freeze ends',
      freeze('2026-03-15T06:00:00Z', '2026-03-16T06:00:00Z'),
      () => undefined,
      start + 6 * hour,
    ],
    ['at a time before', 'policy: default\n', () => undefined, start - 2 * minute],
    [
      'without the receipts',
      'policy: default\n',
      (one) => rmSync(join(one.folder, '.parley', 'receipts'), { recursive: true }),
      start,
    ],
    ['without what the last one left', 'policy: default\n', (one) => rmSync(pagesOf(one)), start],
    [
      'where what the last one left is damaged',
      'policy: default\n',
      (one) => writeFileSync(pagesOf(one), Buffer.alloc(5000, 1)),
      start,
    ],
    [
      'with a line in the ignore file',
      'policy: default\n',
      (one) => appendFileSync(join(one.folder, '.parleyignore'), 'aws_sns_topic.*\n'),
      start,
    ],
  ])('%s', async (_, settings, change, time) => {
    const project = await standing(settings);
    await change(project);
    expect(await project.look(time)).toBe(false);
  });

  it('when a hold ends', async () => {
    const project = await createProject('policy: default\n');
    project.log([change]);
    await project.look(start);
    await project.answer(start, 0, 'hold', '1d');
    for (const time of [1, 2, 3]) await project.look(start + time * minute);
    expect(await project.look(start + 4 * minute)).toBe(true);
    expect(await project.look(start + day - minute)).toBe(true);
    expect(await project.look(start + day)).toBe(false);
  });
});
