import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesCounts } from '../../../src/audit/kubernetes/types.ts';
import { readLog } from './records.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

const files: readonly (readonly [file: string, expected: KubernetesCounts])[] = [
  [
    'falcosecurity__falco-oldtests',
    { read: 51, kept: 46, dropped: { duplicate: 2, 'read-only': 1, stage: 2 } },
  ],
  ['sysdiglabs__aks-audit-log', { read: 24, kept: 1, dropped: { failed: 1, 'read-only': 22 } }],
];

describe.skipIf(root === undefined && !required)('records of real clusters', () => {
  it.each(files)('%s: every record is kept, or dropped for a reason', async (file, expected) => {
    if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
    const bytes = readFileSync(join(root, 'audit', 'k8s', `${file}.jsonl`));
    const result = await readLog(bytes);
    const { counts, events, problems } = result;

    expect(counts).toEqual(expected);
    expect(problems).toEqual([]);
    const dropped = Object.values(counts.dropped).reduce((sum, one) => sum + one, counts.kept);
    expect(dropped).toBe(counts.read);
    for (const event of events) {
      expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(event.operation).toMatch(/^[a-z]+ [a-z.]+(\/[a-z]+)?$/);
    }
  });
});
