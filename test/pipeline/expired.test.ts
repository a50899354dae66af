import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastDay } from '../../src/arbitration/time/term.ts';
import type { RunInput } from '../../src/pipeline/run-types.ts';
import { removeFolders } from '../cli/parley.ts';
import { demoInput, demoRecords, runOn } from './demo.ts';

let input: RunInput;

beforeAll(async () => {
  input = await demoInput();
});

afterAll(removeFolders);

describe('a delegation that a run wrote', () => {
  it('is taken back by the first run after its last day, and by none before', async () => {
    const { project, report } = await runOn(input, demoRecords());
    const [delegated] = report.decisions.filter(({ verdict }) => verdict.outcome === 'delegate');
    const day = lastDay(delegated?.verdict.expires ?? '');
    const { tree } = project;

    const before = await runOn(input, [], { tree, startedAt: `${day}T23:59:59Z` });
    const after = await runOn(input, [], { tree, startedAt: '2999-01-01T00:00:00Z' });

    expect(day).not.toBe('');
    expect(before.patched).toEqual([]);
    expect(after.patched.length).toBeGreaterThan(0);
    expect(after.report.decisions.map(({ verdict }) => verdict.outcome)).toContain('expired');
    const touched = new Set(after.patched.flatMap(({ files }) => files.map(({ path }) => path)));
    for (const path of touched) {
      expect(after.project.tree.get(path)).not.toContain('owned by');
    }
    const again = await runOn(input, [], {
      tree: after.project.tree,
      startedAt: '2999-01-01T00:00:00Z',
    });
    expect(again.patched).toEqual([]);
  });
});
