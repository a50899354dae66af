import { afterEach, describe, expect, it } from 'vitest';
import type { CatalogCoverage } from '../../../src/app/doctor/catalog.ts';
import { newFolder, parley, removeFolders } from './parley.ts';
import { record, writeLog } from './records.ts';

afterEach(removeFolders);

async function report(...args: readonly string[]): Promise<CatalogCoverage> {
  const run = await parley(newFolder(), 'doctor', '--catalog', '--json', ...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return JSON.parse(run.out);
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

describe('parley doctor --catalog', () => {
  it('covers every type of the AWS provider that has operations', async () => {
    const { clouds } = await report();
    const aws = clouds.find(({ cloud }) => cloud === 'aws');

    expect(clouds.map(({ cloud }) => cloud)).toEqual(
      expect.arrayContaining(['aws', 'azure', 'gcp']),
    );
    // Of 1,523 types with operations, three represent a single run of something.
    expect(total(aws?.types ?? {})).toBeGreaterThanOrEqual(1520);
    expect(total(aws?.operations ?? {})).toBeGreaterThanOrEqual(4167);
    expect(aws?.operations.mapped).toBeGreaterThanOrEqual(686);
  });

  it('has counts that add up', async () => {
    const { clouds } = await report();

    for (const { operations, services } of clouds) {
      for (const depth of ['mapped', 'derived', 'touched'] as const) {
        const sum = services.reduce((all, one) => all + one.operations[depth], 0);
        expect(sum).toBe(operations[depth]);
      }
    }
  });

  it('lists unknown operations of a log, the most frequent first', async () => {
    const log = writeLog(newFolder(), [
      record('e1', 'sqs', 'TuneQueue', {}),
      record('e2', 'dax', 'ReticulateSplines', {}),
      record('e3', 'dax', 'ReticulateSplines', {}),
      record('e4', 'dax', 'UpdateCluster', {}),
      { ...record('e5', 'sqs', 'TuneQueue', {}), errorCode: 'AccessDenied' },
    ]);
    const { unknown } = await report('--events', log);
    const run = await parley(newFolder(), 'doctor', '--catalog', '--events', log);

    expect(unknown).toEqual([
      { service: 'dax.amazonaws.com', operation: 'ReticulateSplines', calls: 2 },
      { service: 'sqs.amazonaws.com', operation: 'TuneQueue', calls: 1 },
    ]);
    expect(run.out).toMatch(/^ {6}2 {2}ReticulateSplines \(dax\.amazonaws\.com\)$/m);
  });

  it('says that all operations are known', async () => {
    const log = writeLog(newFolder(), [record('e1', 'dax', 'UpdateCluster', {})]);
    const run = await parley(newFolder(), 'doctor', '--catalog', '--events', log);

    expect(run.out).toMatch(/^Every operation in these logs is known\.$/m);
  });

  it.each([['--json'], ['--events', 'log.json']])('requires --catalog for %s', async (...args) => {
    const run = await parley(newFolder(), 'doctor', ...args);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('Add --catalog.');
  });

  it('fails for a missing log', async () => {
    const run = await parley(newFolder(), 'doctor', '--catalog', '--events', 'none.json');

    expect(run).toMatchObject({ code: 1, out: '' });
  });
});
