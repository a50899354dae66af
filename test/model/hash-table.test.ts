import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashTable, hashText } from '../../src/model/hash-table.ts';
import { Recent } from '../../src/model/recent.ts';
import { cases } from '../cases.ts';

describe('a hash table', () => {
  it('finds all rows of a text, in order', () => {
    const texts = fc.array(fc.string({ maxLength: 2 }), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 2 }), (all, asked) => {
        const rows = all.map((_, at) => at * 3);
        const table = new HashTable(all.map(hashText), rows);
        const found = table.withText(asked).filter((row) => all[row / 3] === asked);
        expect(found).toEqual(rows.filter((row) => all[row / 3] === asked));
      }),
      { numRuns: cases(1000) },
    );
  });

  it('returns a row with two equal texts only once', () => {
    expect(new HashTable(['a', 'a', 'a'].map(hashText), [3, 3, 7]).withText('a')).toEqual([3, 7]);
  });

  it('returns positions if it was given no rows', () => {
    expect(new HashTable(['a', 'b', 'a'].map(hashText)).withText('a')).toEqual([0, 2]);
  });
});

describe('a cache of recent values', () => {
  it('makes a value again after others replaced it', () => {
    const made: string[] = [];
    const recent = new Recent<string, string>(2);
    for (const key of ['a', 'a', 'b', 'a', 'c', 'a']) {
      recent.get(key, () => {
        made.push(key);
        return key;
      });
    }
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });
});
