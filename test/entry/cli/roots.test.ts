import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { demo, newFolder, newProject, parley, removeFolders } from './parley.ts';

afterEach(removeFolders);

/** A project with its own state and settings, so that it needs no flags. */
function root(): string {
  const folder = newProject();
  cpSync(join(demo, 'terraform.tfstate'), join(folder, 'terraform.tfstate'));
  cpSync(join(demo, 'parley.yaml'), join(folder, 'parley.yaml'));
  return folder;
}

const events = ['--events', join(demo, 'events')];

describe('several roots', () => {
  it('are runs of their own, shown in their order', async () => {
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
    expect(run.err).toContain(`${flag} is about one root`);
  });
});
