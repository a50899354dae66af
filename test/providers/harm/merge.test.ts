import { describe, expect, it } from 'vitest';
import type { Harm } from '../../../src/model/harm.ts';
import { mergeHarm } from '../../../src/providers/harm/merge.ts';

function harm(over: Partial<Harm> = {}): Harm {
  return {
    dimension: 'security',
    severity: 3,
    direction: 'weakens',
    because: 'a reader says so',
    field: 'at',
    ...over,
  };
}

describe('harm put together', () => {
  it('puts the worst first, then what strengthens, and doubts after what is sure', () => {
    const all = [
      harm({ field: 'a', severity: 5, direction: 'strengthens' }),
      harm({ field: 'b', severity: 4, doubt: 'cannot-tell' }),
      harm({ field: 'c', severity: 4, doubt: 'either-way' }),
      harm({ field: 'd', severity: 4 }),
      harm({ field: 'e', severity: 5 }),
      harm({ field: 'd', severity: 4, dimension: 'cost' }),
    ];
    expect(mergeHarm(all).map(({ field, dimension }) => `${field} ${dimension}`)).toEqual([
      'e security',
      'd security',
      'd cost',
      'c security',
      'b security',
      'a security',
    ]);
  });

  it('puts improvements before doubts, unless a doubt is more severe', () => {
    const better = harm({ severity: 4, direction: 'strengthens' });
    const [milder, graver] = [3, 5].map((severity) =>
      harm({ severity: severity as 3 | 5, doubt: 'either-way' }),
    );
    expect(mergeHarm([better, ...(milder ? [milder] : [])])).toEqual([better]);
    expect(mergeHarm([better, ...(graver ? [graver] : [])])).toEqual([graver]);
  });
});
