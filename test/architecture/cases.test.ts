import { afterEach, expect, it, vi } from 'vitest';
import { cases } from '../cases.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['', 10_000, undefined, 300],
  ['', 120, undefined, 120],
  ['', 10_000, 100, 100],
  ['all', 10_000, 100, 10_000],
  ['5000', 10_000, 100, 5000],
  ['5000', 1000, undefined, 5000],
])('with PARLEY_CASES=%s a property of %d cases (or %s) has %d', (asked, full, some, runs) => {
  vi.stubEnv('PARLEY_CASES', asked);

  expect(cases(full, some)).toBe(runs);
});

it.each(['many', '0', '-1', '1.5'])('PARLEY_CASES=%s is refused', (asked) => {
  vi.stubEnv('PARLEY_CASES', asked);

  expect(() => cases(10)).toThrow('PARLEY_CASES');
});
