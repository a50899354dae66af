import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { contentionRecords, demoInput, demoRecords, runOn } from './demo.ts';
import type { FlatInput } from './flat-input.ts';

let input: FlatInput;

beforeAll(async () => {
  input = await demoInput();
});

afterAll(removeFolders);

/** Everything except for how many records there were. */
function reported({ report, patched }: RunResult): string {
  const { inputs: _inputs, ...rest } = report;
  return JSON.stringify({ ...rest, files: patched.map(({ files }) => files) });
}

describe('the whole pipeline', () => {
  it.each([
    ['a night', demoRecords()],
    ['a night with contention', [...demoRecords(), ...contentionRecords([10, 4, 10, 4, 10])]],
  ])(
    'tells the same of %s, byte by byte, in whatever order and however often records arrive',
    async (_name, records) => {
      const expected = reported(await runOn(input, records));
      const shuffled = fc.subarray([...records]).chain((twice) => {
        const all = [...records, ...twice];
        return fc.shuffledSubarray(all, { minLength: all.length });
      });
      await fc.assert(
        fc.asyncProperty(shuffled, async (some) => {
          expect(reported(await runOn(input, some))).toBe(expected);
        }),
        { numRuns: 13 },
      );
    },
  );

  it('has nothing more to write once its patches are in the code', async () => {
    const records = demoRecords();
    const first = await runOn(input, records);
    const granted = first.report.decisions.filter(({ verdict }) => verdict.outcome === 'accept');
    expect(granted.length).toBeGreaterThan(3);
    expect(first.patched.length).toBeGreaterThan(2);

    const again = await runOn(input, records, { tree: first.project.tree });

    expect(again.patched).toEqual([]);
    const outcomes = new Set(again.report.decisions.map(({ verdict }) => verdict.outcome));
    expect([...outcomes].filter((one) => one === 'accept' || one === 'delegate')).toEqual([]);
  });
});
