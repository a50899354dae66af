import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rootsAtOnce } from '../../../src/entry/cli/commands/run/roots.ts';
import type { Report } from '../../../src/model/report.ts';
import { demo, newFolder, newProject, parley, removeFolders } from './parley.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  removeFolders();
});

/** A project with its own state and settings, so that it needs no flags. */
function root(): string {
  const folder = newProject();
  cpSync(join(demo, 'terraform.tfstate'), join(folder, 'terraform.tfstate'));
  cpSync(join(demo, 'parley.yaml'), join(folder, 'parley.yaml'));
  return folder;
}

const events = ['--events', join(demo, 'events')];

/**
 * Puts a fake terraform on the PATH that only checks whether another one is running beside it, that
 * many times, every 250 ms; the file `met` exists once two have met.
 */
function meetingPlace(looks: number): { readonly met: string } {
  const folder = newFolder();
  const program = `#!/bin/sh
mine='${folder}/'$$.runs
trap 'rm -f "$mine"' EXIT
touch "$mine"
for turn in $(seq ${looks}); do
  [ -e '${folder}/met' ] && exit 1
  set -- '${folder}'/*.runs
  [ $# -gt 1 ] && touch '${folder}/met' && exit 1
  sleep 0.25
done
exit 1
`;
  writeFileSync(join(folder, 'terraform'), program, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  return { met: join(folder, 'met') };
}

describe('several roots', () => {
  it('are separate runs, shown in the given order', async () => {
    const [one, two] = [root(), root()];
    writeFileSync(join(two, '.parleyignore'), '*\n');

    const run = await parley(newFolder(), 'scan', '--dir', one, two, ...events, '--json');
    const reports: Readonly<Record<string, Report>> = JSON.parse(run.out);
    const shown = await parley(newFolder(), 'scan', '--dir', two, one, ...events, '--exit-code');

    expect(run.code).toBe(0);
    expect(Object.keys(reports)).toEqual([one, two]);
    expect(reports[one]?.drifts.length).toBeGreaterThan(5);
    expect(reports[one]?.ignored).toBeUndefined();
    expect(reports[two]?.ignored?.length).toBeGreaterThan(5);
    expect(shown.out.indexOf(two)).toBeLessThan(shown.out.indexOf(one));
    expect(shown.code).toBe(2);
  });

  it('do not stop one another', async () => {
    const [one, empty] = [root(), newFolder()];

    const run = await parley(newFolder(), 'scan', '--dir', empty, one, ...events);

    expect(run.code).toBe(1);
    expect(run.err).toContain(`${empty}: parley:`);
    expect(run.out).toContain('drifts in');
  });

  it.each([
    ['--state', 'x.tfstate'],
    ['--report', 'x.json'],
    ['--workspace', 'prod'],
  ])('do not share %s', async (flag, value) => {
    const run = await parley(newFolder(), 'scan', '--dir', 'a', 'b', ...events, flag, value);

    expect(run.code).toBe(1);
    expect(run.err).toContain(`${flag} applies to one root`);
  });

  it.each([
    ['as many as there are cores', { write: false, pr: false }, 4, 4],
    ['eight at most', { write: false, pr: false }, 64, 8],
    ['one by one where they write', { write: true, pr: false }, 64, 1],
    ['one by one where they make branches', { write: false, pr: true }, 64, 1],
  ])('run in parallel, %s', (_, options, cores, expected) => {
    expect(rootsAtOnce(options, cores)).toBe(expected);
  });

  it.skipIf(availableParallelism() < 2)('are verified at the same time', async () => {
    const { met } = meetingPlace(40);
    const [one, two] = [root(), root()];

    const run = await parley(newFolder(), 'scan', '--dir', one, two, ...events, '--verify', 'plan');

    expect([existsSync(met), run.out + run.err]).toEqual([true, expect.any(String)]);
  });

  it('are verified one after the other if they write', async () => {
    const { met } = meetingPlace(2);
    const [one, two] = [root(), root()];

    await parley(
      newFolder(),
      'reconcile',
      '--write',
      '--dir',
      one,
      two,
      ...events,
      '--verify',
      'plan',
    );

    expect(existsSync(met)).toBe(false);
  });
});
