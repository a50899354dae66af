import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareQuantities,
  isQuantity,
} from '../../../../src/providers/kubernetes/values/quantity.ts';

const suffixes = [
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'e3',
  'E-2',
];
const quantity = fc
  .tuple(
    fc.integer({ min: -9999, max: 9999 }),
    fc.constantFrom('', '.5', '.250'),
    fc.constantFrom(...suffixes),
  )
  .map(([whole, part, suffix]) => `${whole}${part}${suffix}`);

describe('quantities', () => {
  it.each([
    ['1000m', '1'],
    ['1Gi', '1024Mi'],
    ['0.5', '500m'],
    ['.5', '0.50'],
    ['1e3', '1k'],
    ['1E-3', '1m'],
    ['12E', '12000P'],
    ['+1', '1.'],
    ['0', '-0'],
  ])('%s is %s', (a, b) => {
    expect(compareQuantities(a, b)).toBe(0);
  });

  it.each(['', '1 Gi', '1gi', 'Gi', '1K', '0x1', '--1', '1.2.3', null, true])(
    '%j is none',
    (text) => {
      expect(isQuantity(text)).toBe(false);
    },
  );

  it('equal themselves, and numbers of the same size', () => {
    fc.assert(
      fc.property(quantity, fc.integer(), (text, number) => {
        expect(compareQuantities(text, text)).toBe(0);
        expect(compareQuantities(number, String(number))).toBe(0);
      }),
    );
  });

  it('have an order', () => {
    fc.assert(
      fc.property(quantity, quantity, quantity, (a, b, c) => {
        const [ab, bc, ac] = [
          compareQuantities(a, b),
          compareQuantities(b, c),
          compareQuantities(a, c),
        ];
        expect(compareQuantities(b, a)).toBe(-(ab ?? 9) + 0);
        if ((ab ?? 9) <= 0 && (bc ?? 9) <= 0) expect(ac).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('do not change when written in a thousandth, or in 1024 parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (number) => {
        expect(compareQuantities(`${number}`, `${number * 1000}m`)).toBe(0);
        expect(compareQuantities(`${number}Mi`, `${number * 1024}Ki`)).toBe(0);
        expect(compareQuantities(`${number}M`, `${number}Mi`)).toBe(number === 0 ? 0 : -1);
      }),
    );
  });
});
