import { expect, it } from 'vitest';
import { retryAfter } from '../../../src/adapters/net/retry.ts';

const now = Date.parse('2026-03-14T03:00:00Z');

it.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['30', 30_000],
  [' 30 ', 30_000],
  ['1234567', 1_234_567_000],
  ['Sat, 14 Mar 2026 03:01:00 GMT', 60_000],
  ['Sat, 14 Mar 2026 02:00:00 GMT', 0],
  ['soon', undefined],
  ['9'.repeat(20), undefined],
])('Retry-After %s asks for %s milliseconds', (header, milliseconds) => {
  expect(retryAfter(header, now)).toBe(milliseconds);
});
