import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { demo, demoFlags, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const settings = readFileSync(join(demo, 'parley.yaml'), 'utf8');

function withPrices(prices: string): { folder: string; flags: readonly string[] } {
  const folder = newProject();
  writeFileSync(join(folder, 'prices.yaml'), prices);
  writeFileSync(join(folder, 'settings.yaml'), `${settings}\nprices: prices.yaml\n`);
  return { folder, flags: [...demoFlags, '--config', join(folder, 'settings.yaml')] };
}

describe('the cost of a change', () => {
  it('is in the report and in explain, in money if the settings have prices', async () => {
    const { folder, flags } = withPrices(
      'currency: EUR\nprices: [{ type: aws_lambda_function, field: memory_size, monthly: 0.01 }]\n',
    );
    const plain = newProject();
    const priced = await parley(
      folder,
      'scan',
      '--json',
      '--report',
      'r.json',
      '--dir',
      '.',
      ...flags,
    );
    const other = await parley(plain, 'scan', '--json', ...demoFlags);
    const costOf = (text: string) => {
      const report: Report = ReportV1.parse(JSON.parse(text));
      return report.drifts.find(({ path }) => path[0] === 'memory_size');
    };
    const drift = costOf(priced.out);
    const report: Report = JSON.parse(priced.out);
    const intent = report.intents.find(({ drifts }) => drifts.includes(drift?.id ?? ''));
    const explained = await parley(folder, 'explain', intent?.id ?? '', '--report', 'r.json');

    expect(drift?.cost).toEqual({
      direction: 'higher',
      factor: 4,
      monthly: { amount: 7.68, currency: 'EUR' },
      because: '4 times the MB of memory (256 to 1024)',
    });
    expect(costOf(other.out)?.cost).not.toHaveProperty('monthly');
    expect(explained.out).toContain(
      'cost: 4 times the MB of memory (256 to 1024), 7.68 EUR a month more',
    );
  });

  it('is an error with file and line if the prices cannot be read', async () => {
    const { folder, flags } = withPrices(
      'currency: EUR\nprices:\n  - { type: aws_instance, monthly: 1 }\n',
    );
    const run = await parley(folder, 'scan', '--dir', '.', ...flags);

    expect(run.code).toBe(1);
    expect(run.err).toContain('prices.yaml:3');
    expect(run.err).toContain('Give a size or a field');
  });
});
