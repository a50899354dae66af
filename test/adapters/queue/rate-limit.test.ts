import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from '../../../src/adapters/queue/rate-limit.ts';

describe('a rate limit', () => {
  it('allows a burst, then one per interval', () => {
    let now = 1_000;
    const limit = createRateLimit({ burst: 2, interval: 100 }, () => now);
    const tryTake = (): number => {
      const wait = limit.wait('a');
      if (wait === 0) limit.take('a');
      return wait;
    };

    expect([tryTake(), tryTake(), tryTake()]).toEqual([0, 0, 100]);
    now += 99;
    expect(tryTake()).toBe(1);
    now += 1;
    expect([tryTake(), tryTake()]).toEqual([0, 100]);
    now += 10_000;
    expect([tryTake(), tryTake(), tryTake()]).toEqual([0, 0, 100]);
  });

  it('counts each group separately, and forgets idle groups', () => {
    let now = 0;
    const limit = createRateLimit({ burst: 1, interval: 10 }, () => now);
    for (let i = 0; i < 5_000; i += 1) {
      now += 20;
      expect(limit.wait(`t${i}`)).toBe(0);
      limit.take(`t${i}`);
    }
    expect(limit.wait('t4999')).toBe(10);
    expect(limit.wait('t4998')).toBe(0);
  });

  it('never lets more through than its rate, and never makes a caller wait too long', () => {
    const steps = fc.array(fc.nat(50), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 40 }), check),
    );
  });
});

function check(steps: readonly number[], burst: number, interval: number): void {
  let now = 0;
  const limit = createRateLimit({ burst, interval }, () => now);
  const taken: number[] = [];
  for (const step of steps) {
    now += step;
    const wait = limit.wait('a');
    expect(wait).toBeLessThanOrEqual(interval);
    if (wait > 0) now += wait;
    expect(limit.wait('a')).toBe(0);
    limit.take('a');
    taken.push(now);
  }
  for (const [i, from] of taken.entries()) {
    for (let j = i; j < taken.length; j += 1) {
      const span = (taken[j] ?? 0) - from;
      expect(j - i + 1).toBeLessThanOrEqual(burst + Math.floor(span / interval));
    }
  }
}
