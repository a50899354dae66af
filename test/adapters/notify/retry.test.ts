import { describe, expect, it } from 'vitest';
import { type SendFailure, withSendRetries } from '../../../src/adapters/notify/retry.ts';
import { fail, ok } from '../../../src/model/result.ts';

const passing: SendFailure = { code: 'x', message: 'x', passing: true };

async function run(failures: readonly SendFailure[]) {
  const pauses: number[] = [];
  let calls = 0;
  const result = await withSendRetries(
    async () => {
      const failure = failures[calls];
      calls += 1;
      return failure === undefined ? ok('sent') : fail(failure);
    },
    {
      sleep: async (milliseconds) => {
        pauses.push(milliseconds);
      },
      random: () => 0,
    },
  );
  return { result, calls, pauses };
}

describe('a call that fails', () => {
  it.each([
    ['never', [], { calls: 1, pauses: [] }],
    ['once', [passing], { calls: 2, pauses: [500] }],
    ['four times', Array(4).fill(passing), { calls: 5, pauses: [500, 1000, 2000, 4000] }],
    ['with a wait', [{ ...passing, retryAfter: 30_000 }], { calls: 2, pauses: [30_000] }],
    ['with a wait of no time', [{ ...passing, retryAfter: 0 }], { calls: 2, pauses: [500] }],
  ])('%s is retried', async (_, failures, expected) => {
    expect(await run(failures)).toEqual({ result: ok('sent'), ...expected });
  });

  it.each([
    ['too often', Array(9).fill(passing), 5],
    ['for good', [{ ...passing, passing: false }], 1],
    ['for longer than a call may wait', [{ ...passing, retryAfter: 60_001 }], 1],
  ])('%s is given up', async (_, failures, calls) => {
    expect(await run(failures)).toMatchObject({ result: { ok: false }, calls });
  });
});
