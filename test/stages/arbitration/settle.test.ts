import { describe, expect, it } from 'vitest';
import type { Want } from '../../../src/model/intent.ts';
import type { Json } from '../../../src/model/json.ts';
import type { Rank } from '../../../src/stages/arbitration/order/rank.ts';
import { compareRanks, firstDifference } from '../../../src/stages/arbitration/order/rank.ts';
import type { RegionClaim } from '../../../src/stages/arbitration/order/settle.ts';
import { settleRegions } from '../../../src/stages/arbitration/order/settle.ts';

const now = '2026-03-14T12:00:00Z';

const rank = (priority: number, id: string): Rank => ({
  tier: 1,
  priority,
  authority: 0,
  specificity: 0,
  confidence: 1,
  time: now,
  id,
});
const claim = (id: string, priority: number, want: Want): RegionClaim => ({
  id,
  want,
  rank: rank(priority, id),
});
const eq = (value: Json): Want => ({ kind: 'eq', value });

describe('settle', () => {
  it.each<[string, readonly Want[], Json | undefined | 'open', readonly number[]]>([
    ['one value', [eq(3)], 3, [0]],
    ['the stronger of two values', [eq(3), eq(6)], 3, [0]],
    ['a value within a range', [{ kind: 'range', min: 2, max: 10 }, eq(6)], 6, [0, 1]],
    ['a value outside of a range', [{ kind: 'range', min: 2, max: 4 }, eq(6)], 2, [0]],
    [
      'overlapping ranges meet, at what the stronger prefers',
      [
        { kind: 'range', min: 2, max: 8, prefer: 7 },
        { kind: 'range', min: 4, max: 6, prefer: 4 },
      ],
      6,
      [0, 1],
    ],
    [
      'a range over a set of values takes the nearest',
      [
        { kind: 'oneOf', values: [1, 4, 8], prefer: 8 },
        { kind: 'range', max: 6 },
      ],
      4,
      [0, 1],
    ],
    [
      'members of several parties',
      [
        { kind: 'contains', elements: ['a'] },
        { kind: 'contains', elements: ['b'] },
      ],
      ['a', 'b'],
      [0, 1],
    ],
    [
      'what must not be there wins when it is stronger',
      [
        { kind: 'excludes', elements: ['a'] },
        { kind: 'contains', elements: ['a'] },
      ],
      'open',
      [0],
    ],
    ['presence and absence', [{ kind: 'present' }, { kind: 'absent' }], 'open', [0]],
    ['null is absence', [eq(null), { kind: 'present' }], undefined, [0]],
    ['something impossible', [{ kind: 'range', min: 3, max: 2 }, eq(1)], 1, [1]],
    [
      'a number is no collection',
      [{ kind: 'range' }, { kind: 'excludes', elements: [] }],
      'open',
      [0],
    ],
  ])('%s', (_name, wants, expected, winners) => {
    const claims = wants.map((want, index) => claim(`c${index}`, 10 - index, want));

    const { choice, satisfied } = settleRegions(claims, { now });

    const value =
      choice.kind === 'value' ? choice.value : choice.kind === 'open' ? 'open' : undefined;
    expect(value).toEqual(expected);
    expect(satisfied.map(({ id }) => Number(id.slice(1)))).toEqual(winners);
  });

  it('blames the one range that is in the way', () => {
    const claims = [
      claim('a', 9, { kind: 'range', min: 2, max: 10 }),
      claim('b', 8, { kind: 'range', min: 2, max: 4 }),
      claim('c', 7, { kind: 'range', min: 6 }),
    ];

    const { defeated } = settleRegions(claims, { now });

    expect(defeated.map(({ claim: own, blame }) => [own.id, blame.map(({ id }) => id)])).toEqual([
      ['c', ['b']],
    ]);
  });

  it.each<[Partial<Rank>, Partial<Rank>, keyof Rank]>([
    [{ tier: 0, priority: 1 }, { tier: 1, priority: 9 }, 'tier'],
    [{ priority: 9, authority: 0 }, { priority: 1, authority: 9 }, 'priority'],
    [{ authority: 9, specificity: 0 }, { authority: 1, specificity: 9 }, 'authority'],
    [{ specificity: 2 }, { specificity: 1, confidence: 0.1 }, 'specificity'],
    [{ confidence: 0.9 }, { confidence: 0.5, time: '2027-01-01T00:00:00Z' }, 'confidence'],
    [{ time: '2026-03-15T00:00:00Z', id: 'z' }, { id: 'a' }, 'time'],
    [{ id: 'a' }, { id: 'b' }, 'id'],
  ])('ranks %j above %j by %s', (above, below, component) => {
    const [a, b] = [
      { ...rank(5, 'm'), ...above },
      { ...rank(5, 'm'), ...below },
    ];

    expect(compareRanks(a, b)).toBeLessThan(0);
    expect(compareRanks(b, a)).toBeGreaterThan(0);
    expect(firstDifference(a, b)).toBe(component);
  });
});
