import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateLog } from '../../../../bench/ingest/generate.ts';
import { measure } from '../../../../bench/ingest/measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a log of 200 MB in one line', () => {
  it('is read in full with less than 250 MB of memory', async () => {
    const log = join(folder, 'log.json');
    const { records, mutating } = generateLog(log, 200_000_000);
    const result = await measure('reader', log);

    expect(result).toMatchObject({ read: records, kept: mutating, problems: 0 });
    expect(result.megabytes).toBeLessThan(250);
  });
});
