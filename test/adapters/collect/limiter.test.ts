import { expect, it } from 'vitest';
import type { CallFailure } from '../../../src/adapters/collect/failure.ts';
import { createLimiter } from '../../../src/adapters/collect/limiter.ts';
import { withCollectRetries } from '../../../src/adapters/collect/retry.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { fakePace } from './timer.ts';

/** The times, in milliseconds, at which calls that all wait at once are let through. */
async function timesOf(
  calls: number,
  perSecond: number,
  burst: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const limit = createLimiter(
    { perSecond, burst },
    { elapsed: () => 0, sleep: async (milliseconds) => void times.push(milliseconds) },
  );
  for (let i = 0; i < calls; i += 1) await limit();
  return [...Array.from({ length: calls - times.length }, () => 0), ...times];
}

it('spreads out calls that come at once', async () => {
  expect(await timesOf(4, 2, 1)).toEqual([0, 500, 1000, 1500]);
  expect(await timesOf(5, 1, 3)).toEqual([0, 0, 0, 1000, 2000]);
});

it('saves up no more than the burst', async () => {
  let now = 0;
  const slept: number[] = [];
  const limit = createLimiter(
    { perSecond: 1, burst: 2 },
    { elapsed: () => now, sleep: async (milliseconds) => void slept.push(milliseconds) },
  );
  now = 1_000_000;
  for (let i = 0; i < 4; i += 1) await limit();

  expect(slept).toEqual([1000, 2000]);
});

it('never lets more through in any second than the burst and the rate allow', async () => {
  const timer = fakePace();
  const limit = createLimiter({ perSecond: 2, burst: 1 }, timer);
  const times: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    await limit();
    times.push(timer.elapsed());
  }

  for (const time of times) {
    expect(times.filter((each) => each >= time && each < time + 1000).length).toBeLessThanOrEqual(
      2,
    );
  }
});

const throttled = (retryAfter?: number): CallFailure => ({
  kind: 'throttled',
  code: 'Throttling',
  message: '',
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

it.each([
  ['doubles its pauses', [undefined, undefined, undefined], [1000, 2000, 4000]],
  ['waits as long as it is asked to', [7000, undefined], [7000, 2000]],
  ['waits no shorter than it would have', [1], [1000]],
  ['waits ten minutes at most', [99_999_999], [600_000]],
])('%s', async (_, waits, pauses) => {
  const timer = fakePace();
  const answers = waits.map((wait) => fail(throttled(wait)));
  const call = async () => answers.shift() ?? ok('done');
  const result = await withCollectRetries(call, async () => undefined, timer);

  expect(result).toEqual(ok('done'));
  expect(timer.slept).toEqual(pauses);
});

it('does not retry a call that would fail again', async () => {
  const timer = fakePace();
  const denied: CallFailure = { kind: 'denied', code: 'AccessDenied', message: '' };
  const result = await withCollectRetries(
    async () => fail(denied),
    async () => undefined,
    timer,
  );

  expect(result).toEqual(fail(denied));
  expect(timer.slept).toEqual([]);
});
