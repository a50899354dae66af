import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, code, midnight, stateText } from '../../reconcile/memory/memory-world.ts';
import { createProject, type Project } from './again-world.ts';

afterAll(removeFolders);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** When a scan is made to which nothing has changed since the last one. */
const start = midnight + 2 * day;

const change: Act = { minute: 60, who: 'maria', what: { kind: 'timeout', value: 90 } };
const other: Act = { minute: 90, who: 'jonas', what: { kind: 'delay', value: 60 } };

type Change = (project: Project) => void | Promise<void>;

const freeze = (from: string, to: string): string =>
  `policy: default\nfreezes:\n  - reason: audit\n    from: ${from}\n    to: ${to}\n`;

const prices = (currency: string): string => `version: 1\ncurrency: ${currency}\nprices: []\n`;

/** A project that was scanned one minute before `start`. */
async function standing(settings: string, prepare: Change = () => undefined): Promise<Project> {
  const project = await createProject(settings);
  project.log([change]);
  await prepare(project);
  expect(await project.look(start - minute)).toBe(false);
  return project;
}

function pagesOf(project: Project): string {
  const runs = join(project.folder, '.parley', 'history', 'runs');
  const [name = ''] = readdirSync(runs).filter((one) => one.endsWith('.pages.gz'));
  return join(runs, name);
}

describe('a scan repeats what the last one said', () => {
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

/** No catalog knows this call. */
const strange: Act = { minute: 30, who: 'jonas', what: { kind: 'strange', operation: 'Tangle' } };
/** It looks like a token: all that is remembered of it is that it is one. */
const secret: Act = {
  minute: 40,
  who: 'maria',
  what: { kind: 'tag', value: `ghp_${'a1B2'.repeat(9)}` },
};

const ownPolicy = (id: string): string =>
  `apiVersion: parley/v1\nname: ours\nextends: default\nrules:\n  - { id: ${id}, tier: identity, verdict: escalate, because: '{actor} {change}.' }\n`;

describe('a scan repeats what the last one said, too,', () => {
  it.each<[string, Change]>([
    [
      'as JSON',
      (one) => {
        one.flags = ['--json'];
      },
    ],
    [
      'with lanes of when who acted',
      (one) => {
        one.flags = ['--timeline'];
      },
    ],
    [
      'with variables from outside',
      (one) => {
        one.env = { TF_VAR_size: 'large' };
      },
    ],
    ['with a secret in the log', (one) => one.log([secret])],
    ['with a policy from elsewhere', (one) => one.setElsewhere('--policy', ownPolicy('one'))],
  ])('%s', async (_, prepare) => {
    const project = await standing('policy: default\n', prepare);
    expect(await project.look(start)).toBe(true);
    expect(await project.look(start + minute)).toBe(true);
  });

  it('once a call that nobody knows was seen before', async () => {
    const project = await standing('policy: default\n', (one) => one.log([strange]));
    expect(await project.look(start)).toBe(false);
    expect(await project.look(start + minute)).toBe(true);
    project.rotate();
    expect(await project.look(start + 2 * minute)).toBe(false);
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
    [
      'in another width',
      'policy: default\n',
      (one) => {
        one.columns = 80;
      },
      start,
    ],
    [
      'as JSON',
      'policy: default\n',
      (one) => {
        one.flags = ['--json'];
      },
      start,
    ],
    [
      'with another flag',
      'policy: default\n',
      (one) => {
        one.flags = ['--adopt', 'none'];
      },
      start,
    ],
    [
      'with variables from outside',
      'policy: default\n',
      (one) => {
        one.env = { TF_VAR_a: 'b' };
      },
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

  it.each<[string, Change, Change]>([
    [
      'with another policy from elsewhere',
      (one) => one.setElsewhere('--policy', ownPolicy('one')),
      (one) => one.setElsewhere('--policy', ownPolicy('other')),
    ],
    [
      'with other settings from elsewhere',
      (one) => one.setElsewhere('--config', 'policy: default\n'),
      (one) => one.setElsewhere('--config', freeze('2026-03-15T06:00:00Z', '2026-03-18T06:00:00Z')),
    ],
    [
      'with other prices from elsewhere',
      (one) => {
        one.write('parley.yaml', `policy: default\nprices: ${one.elsewhere}/prices.yaml\n`);
        writeFileSync(join(one.elsewhere, 'prices.yaml'), prices('EUR'));
      },
      (one) => writeFileSync(join(one.elsewhere, 'prices.yaml'), prices('USD')),
    ],
    [
      'with another value of a variable from outside',
      (one) => {
        one.env = { TF_VAR_size: 'large' };
      },
      (one) => {
        one.env = { TF_VAR_size: 'small' };
      },
    ],
    [
      'behind a scan of another log that left nothing to be said again',
      (one) => one.write('note', ''),
      async (one) => {
        const log = readFileSync(join(one.events, 'log.json'));
        one.log([other]);
        await one.scan(start - minute / 2, one.folder, '--trace', join(one.folder, 'trace'));
        writeFileSync(join(one.events, 'log.json'), log);
      },
    ],
  ])('%s', async (_, prepare, change) => {
    const project = await standing('policy: default\n', prepare);
    await change(project);
    expect(await project.look(start)).toBe(false);
    expect(await project.look(start + minute)).toBe(true);
  });

  it('when a hold ends', async () => {
    const project = await standing('policy: default\n');
    await project.answer(start, 0, 'hold', '1d');
    expect(await project.look(start + minute)).toBe(false);
    expect(await project.look(start + 4 * minute)).toBe(true);
    expect(await project.look(start + day - minute)).toBe(true);
    expect(await project.look(start + day)).toBe(false);
  });
});
