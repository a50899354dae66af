import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../../src/evidence/audit/core/id-table.ts';

describe('IdTable', () => {
  it('behaves like a Map', () => {
    const entries = fc.array(
      fc.tuple(fc.string({ maxLength: 4 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(entries, fc.array(fc.string({ maxLength: 4 })), (pairs, others) => {
        const table = new IdTable();
        const map = new Map(pairs);
        for (const [text, value] of pairs) table.set(text, value);

        for (const text of [...map.keys(), ...others]) {
          expect(table.get(text)).toBe(map.get(text));
        }
      }),
    );
  });

  it('tells a hundred thousand ids apart', () => {
    const table = new IdTable();
    const idOf = (i: number): string => `6f1b2c3d-0000-4000-8000-${`${i}`.padStart(12, '0')}`;
    for (let i = 0; i < 100_000; i++) table.set(idOf(i), i + 1);

    const wrong = Array.from({ length: 100_000 }, (_, i) => i).filter(
      (i) => table.get(idOf(i)) !== i + 1,
    );

    expect(wrong).toEqual([]);
    expect(table.get(idOf(100_000))).toBeUndefined();
  });
});
