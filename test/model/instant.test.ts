import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareInstants } from '../../src/model/instant.ts';
import { cases } from '../cases.ts';

/** A moment in nanoseconds since 2020, and one of its spellings. */
const spelledMoment = fc
  .record({
    seconds: fc.integer({ min: 0, max: 20 }),
    nanoseconds: fc.oneof(fc.constantFrom(0, 1, 100, 500_000_000), fc.nat(999_999_999)),
    zeros: fc.nat(2),
    hours: fc.constantFrom(undefined, -8, 0, 2),
  })
  .map(({ seconds, nanoseconds, zeros, hours }) => {
    const digits = `${nanoseconds}`.padStart(9, '0').replace(/0+$/, '') + '0'.repeat(zeros);
    const moment = Date.UTC(2020, 0, 1) + seconds * 1000;
    const local = new Date(moment + (hours ?? 0) * 3_600_000).toISOString().slice(0, 19);
    const sign = (hours ?? 0) < 0 ? '-' : '+';
    const zone = hours === undefined ? 'Z' : `${sign}0${Math.abs(hours)}:00`;
    const text = `${local}${digits === '' ? '' : `.${digits}`}${zone}`;
    return { at: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds), text };
  });

describe('compareInstants', () => {
  it('goes by the moment, whatever the spelling', () => {
    fc.assert(
      fc.property(spelledMoment, spelledMoment, (a, b) => {
        const expected = a.at === b.at ? 0 : a.at < b.at ? -1 : 1;

        expect(compareInstants(a.text, b.text)).toBe(expected);
      }),
      { numRuns: cases(500) },
    );
  });

  it.each([
    ['2026-03-01T10:00:05Z', '2026-03-01T10:00:05.5Z'],
    ['2026-03-01T10:00:05.123Z', '2026-03-01T10:00:05.123456Z'],
    ['2026-03-01T10:00:05.9999999Z', '2026-03-01T10:00:06Z'],
    ['2026-03-01T10:00:05+01:00', '2026-03-01T09:00:05.000001Z'],
    ['2026-03-01', '2026-03-01T00:00:01Z'],
    ['2026-03-01T10:00:00Z', 'yesterday'],
    ['today', 'yesterday'],
  ])('%s is before %s', (a, b) => {
    expect(compareInstants(a, b)).toBe(-1);
    expect(compareInstants(b, a)).toBe(1);
  });
});
