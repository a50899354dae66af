import { describe, expect, it } from 'vitest';
import { harmOf } from '../../src/harm/harm-of.ts';
import type { MeaningReader } from '../../src/harm/meaning.ts';
import { mergeHarm } from '../../src/harm/merge.ts';
import type { Harm } from '../../src/model/harm.ts';
import { factsOf } from './facts.ts';

const facts = factsOf('aws_thing', [['at', 'lower', 'security', 3, 'it is worse', 'own']]);
const change = { type: 'aws_thing', before: { at: 3 }, after: { at: 1 } };

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

describe('readers of meaning', () => {
  it('are asked beside the table, and theirs stands where it is as severe', () => {
    expect(harmOf(facts, change, [() => [harm()]])).toEqual([harm()]);
  });

  it.each<[string, Partial<Harm>, string]>([
    ['less severe than the table', { severity: 2 }, 'at falls from 3 to 1: it is worse'],
    ['not sure', { severity: 5, doubt: 'either-way' }, 'at falls from 3 to 1: it is worse'],
    [
      'about what got better',
      { severity: 5, direction: 'strengthens' },
      'at falls from 3 to 1: it is worse',
    ],
    ['more severe', { severity: 4 }, 'a reader says so'],
  ])('%s', (_, over, because) => {
    expect(harmOf(facts, change, [() => [harm(over)]]).map((one) => one.because)).toEqual([
      because,
    ]);
  });

  it('add what the table does not know', () => {
    const more = harm({ dimension: 'routing', severity: 5, field: 'elsewhere' });
    expect(harmOf(facts, change, [() => [more]])[0]).toEqual(more);
    expect(harmOf(facts, { ...change, type: 'null_resource' }, [() => [more]])).toEqual([more]);
  });

  it('never see what is unknown or secret', () => {
    const seen: unknown[] = [];
    const reader: MeaningReader = (type, before, after) => {
      seen.push([type, before, after]);
      return [];
    };
    harmOf(
      facts,
      {
        type: 'aws_thing',
        before: { at: 'old', in: [{ key: 'k', x: 1 }, { key: 'l' }], same: 1 },
        after: { in: [{ key: 'm' }], same: 1 },
        unknown: { after: { at: true, in: [{ x: true }] } },
        sensitive: { before: { in: [{ key: true }] }, after: { in: [{ key: true }], same: false } },
      },
      [reader],
    );
    expect(seen).toEqual([
      [
        'aws_thing',
        { at: 'old', in: [{ key: '***', x: 1 }, { key: 'l' }], same: 1 },
        { at: '***', in: [{ key: '***', x: '***' }], same: 1 },
      ],
    ]);
  });
});

describe('harm put together', () => {
  it('has the worst in front, what strengthens behind, and doubt behind what is sure', () => {
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

  it('keeps what got better before what may be worse, unless that is more severe', () => {
    const better = harm({ severity: 4, direction: 'strengthens' });
    const [milder, graver] = [3, 5].map((severity) =>
      harm({ severity: severity as 3 | 5, doubt: 'either-way' }),
    );
    expect(mergeHarm([better, ...(milder ? [milder] : [])])).toEqual([better]);
    expect(mergeHarm([better, ...(graver ? [graver] : [])])).toEqual([graver]);
  });
});
