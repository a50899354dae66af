import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressRange,
  cidrsOf,
  everyAddress,
  isPrivateRange,
  isWideRange,
  mergedRanges,
  parseRange,
  rangeBetween,
  rangeHolds,
  rangeSize,
  rangesMeet,
  rangeWithout,
} from '../../src/model/address-range.ts';
import { cases } from '../cases.ts';

function range(text: string): AddressRange {
  const found = parseRange(text);
  if (found === undefined) throw new Error(`${text} is no range`);
  return found;
}

const textOf = (ranges: readonly AddressRange[]) => ranges.flatMap(cidrsOf);

describe('ranges of addresses', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.0.0.1', '10.0.0.1/32'],
    ['10.0.0.0-10.0.0.255', '10.0.0.0/24'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['::/0', '::/0'],
    ['2001:DB8::1/32', '2001:db8::/32'],
  ])('%s is %s', (text, cidr) => {
    expect(textOf([range(text)])).toEqual([cidr]);
  });

  it.each([
    '',
    'all',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.1-::1',
    '::/129',
    '10.0.0.0/8/8',
    '1-2-3',
  ])('%j is not valid', (text) => {
    expect(parseRange(text)).toBeUndefined();
  });

  it.each([
    [['10.0.0.0/25', '10.0.0.128/25'], ['10.0.0.0/24']],
    [['10.0.0.128/25', '10.0.0.0/24'], ['10.0.0.0/24']],
    [['0.0.0.0/1', '128.0.0.0/1'], ['0.0.0.0/0']],
    [
      ['10.0.0.0/24', '10.0.2.0/24'],
      ['10.0.0.0/24', '10.0.2.0/24'],
    ],
    [
      ['::/1', '0.0.0.0/0'],
      ['0.0.0.0/0', '::/1'],
    ],
    [
      ['255.255.255.255', '::'],
      ['255.255.255.255/32', '::/128'],
    ],
  ])('%j merge to %j', (texts, merged) => {
    expect(textOf(mergedRanges(texts.map(range)))).toEqual(merged);
    expect(mergedRanges(texts.map(range))).toHaveLength(merged.length);
  });

  it.each([
    ['10.0.0.0/24', true],
    ['172.31.255.255', true],
    ['172.32.0.0', false],
    ['9.0.0.0/7', false],
    ['100.64.0.0/10', true],
    ['0.0.0.0/0', false],
    ['fd00::/8', true],
    ['2001:db8::/32', false],
  ])('%s is private: %s', (text, isPrivate) => {
    expect(isPrivateRange(range(text))).toBe(isPrivate);
  });

  it('may be given from either end', () => {
    expect(rangeBetween('10.0.0.9', '10.0.0.1')).toEqual(range('10.0.0.1-10.0.0.9'));
    expect(rangeSize(range('10.0.0.1-10.0.0.9'))).toBe(9n);
    expect(everyAddress.map(rangeSize)).toEqual([1n << 32n, 1n << 128n]);
  });
});

it.each([
  ['0.0.0.0/0', true],
  ['0.0.0.0/1', true],
  ['8.0.0.0/7', true],
  ['10.0.0.0/8', false],
  ['1.0.0.0-223.255.255.255', true],
  ['198.51.100.7', false],
  ['::/0', true],
  ['2000::/3', true],
  ['2001:db8::/32', false],
])('says whether %s is too wide for a network of one owner: %s', (text, isWide) => {
  expect(isWideRange(range(text))).toBe(isWide);
});

const few = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]): AddressRange => {
  return { bits: 32, first: BigInt(Math.min(a, b)), last: BigInt(Math.max(a, b)) };
});
const points = Array.from({ length: 45 }, (_, at): AddressRange => {
  return { bits: 32, first: BigInt(at), last: BigInt(at) };
});
const isIn = (ranges: readonly AddressRange[], point: AddressRange) =>
  ranges.some((one) => rangeHolds(one, point));

it('merges, subtracts and formats ranges without changing their addresses', () => {
  fc.assert(
    fc.property(few, fc.array(few, { maxLength: 5 }), (whole, others) => {
      const merged = mergedRanges(others);
      const left = rangeWithout(whole, others);
      for (const point of points) {
        expect(isIn(merged, point)).toBe(isIn(others, point));
        expect(isIn(left, point)).toBe(rangeHolds(whole, point) && !isIn(others, point));
        expect(isIn(cidrsOf(whole).map(range), point)).toBe(rangesMeet(whole, point));
      }
      const gaps = merged.slice(1).map((one, at) => one.first - (merged[at]?.last ?? 0n));
      expect(gaps.every((gap) => gap > 1n)).toBe(true);
    }),
    { numRuns: cases(3000) },
  );
});
