import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rank } from '../../src/arbitration/order/rank.ts';
import { compareRanks, firstDifference } from '../../src/arbitration/order/rank.ts';
import type { Claim, Settlement } from '../../src/arbitration/order/settle.ts';
import { conflicts, settle } from '../../src/arbitration/order/settle.ts';
import { accepts, regionOf } from '../../src/arbitration/region/region.ts';
import type { Want } from '../../src/model/intent.ts';
import type { Json } from '../../src/model/json.ts';

const runs = { numRuns: 1000 };
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
const claim = (id: string, priority: number, want: Want): Claim => ({
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

    const { choice, satisfied } = settle(claims, now);

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

    const { defeated } = settle(claims, now);

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

const number = fc.integer({ min: 0, max: 6 });
const scalar = fc.oneof(number, fc.constantFrom<Json>(null, 'a', true));
const elements = fc.subarray(['a', 'b', 'c']);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const want = fc.oneof<fc.Arbitrary<Want>[]>(
  fc.oneof(scalar, elements).map((value) => ({ kind: 'eq', value })),
  fc.tuple(maybe(number), maybe(number), maybe(number)).map(([min, max, prefer]) => ({
    kind: 'range',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(prefer === undefined ? {} : { prefer }),
  })),
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ kind: 'oneOf', values })),
  elements.map((list) => ({ kind: 'contains', elements: list })),
  elements.map((list) => ({ kind: 'excludes', elements: list })),
  fc.constantFrom<Want>({ kind: 'present' }, { kind: 'absent' }),
);
const anyClaim = (id: string): fc.Arbitrary<Claim> =>
  fc
    .record({
      want,
      tier: fc.nat(2),
      priority: fc.nat(2),
      confidence: fc.constantFrom(0.5, 1),
      expires: fc.constantFrom(
        undefined,
        undefined,
        '2026-03-14T11:00:00Z',
        '2026-03-14T13:00:00Z',
      ),
    })
    .map(({ want: own, tier, priority, confidence, expires }) => ({
      id,
      want: own,
      rank: { ...rank(priority, id), tier, confidence },
      ...(expires === undefined ? {} : { expires }),
    }));
const someClaims = fc
  .nat(6)
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => anyClaim(`c${index}`))));

const ids = (claims: readonly Claim[]): readonly string[] => claims.map(({ id }) => id);
function valueIn({ choice }: Settlement): Json | undefined {
  return choice.kind === 'value' ? choice.value : undefined;
}

describe('settle, whatever is claimed', () => {
  it('1 depends on no order', () => {
    const shuffled = someClaims.chain((claims) =>
      fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
    );
    fc.assert(
      fc.property(shuffled, ([claims, other]) => {
        expect(settle(other, now)).toEqual(settle(claims, now));
      }),
      runs,
    );
  });

  it('2 counts what is said twice once', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        expect(settle([...claims, ...structuredClone(claims)], now)).toEqual(settle(claims, now));
      }),
      runs,
    );
  });

  it('3 never contradicts itself', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const settlement = settle(claims, now);
        fc.pre(settlement.choice.kind !== 'open');
        for (const { want: own } of settlement.satisfied) {
          const region = regionOf(own);
          expect(region !== undefined && accepts(region, valueIn(settlement))).toBe(true);
        }
      }),
      runs,
    );
  });

  it('4 stays where it is when the result is fed back', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const first = settle(claims, now);
        fc.pre(first.choice.kind !== 'open');
        const value = valueIn(first) ?? null;
        const top: Claim = { id: 'result', want: eq(value), rank: { ...rank(99, ''), tier: -1 } };

        const again = settle([top, ...claims], now);

        expect(again.choice).toEqual(first.choice);
        expect(ids(again.satisfied)).toEqual(expect.arrayContaining([...ids(first.satisfied)]));
      }),
      runs,
    );
  });

  it('5 gives every claim exactly one result', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { satisfied, defeated, expired } = settle(claims, now);
        const all = [...ids(satisfied), ...ids(defeated.map((one) => one.claim)), ...ids(expired)];
        expect(all.sort()).toEqual([...ids(claims)].sort());
      }),
      runs,
    );
  });

  it('6, 7 blames stronger, satisfied claims: enough of them, and none too many', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { satisfied, defeated } = settle(claims, now);
        for (const { claim: own, blame } of defeated) {
          for (const one of blame) {
            expect(satisfied).toContain(one);
            expect(compareRanks(one.rank, own.rank)).toBeLessThan(0);
          }
          expect(conflicts(own, blame)).toBe(true);
          for (const one of blame) {
            expect(
              conflicts(
                own,
                blame.filter((other) => other !== one),
              ),
            ).toBe(false);
          }
        }
      }),
      runs,
    );
  });

  it('8 never punishes a higher priority', () => {
    fc.assert(
      fc.property(someClaims, fc.nat(), (claims, pick) => {
        const { satisfied } = settle(claims, now);
        const chosen = satisfied[pick % Math.max(1, satisfied.length)];
        fc.pre(chosen !== undefined);
        const raised = claims.map((one) =>
          one.id === chosen?.id ? { ...one, rank: { ...one.rank, priority: 9 } } : one,
        );
        expect(ids(settle(raised, now).satisfied)).toContain(chosen?.id);
      }),
      runs,
    );
  });

  it('9 gives the weak no veto', () => {
    fc.assert(
      fc.property(someClaims, want, (claims, own) => {
        const before = settle(claims, now);
        const weak: Claim = { id: 'weak', want: own, rank: { ...rank(-1, 'z'), tier: 9 } };
        const after = settle([...claims, weak], now);
        expect(ids(after.satisfied.filter(({ id }) => id !== 'weak'))).toEqual(
          ids(before.satisfied),
        );
      }),
      runs,
    );
  });

  it('10 forgets what expired', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { expired, ...rest } = settle(claims, now);
        const alive = claims.filter((one) => !expired.some(({ id }) => id === one.id));
        expect({ ...settle(alive, now), expired: undefined }).toEqual({
          ...rest,
          expired: undefined,
        });
      }),
      runs,
    );
  });

  it('11 does not depend on those who lost', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { choice, satisfied } = settle(claims, now);
        const again = settle(satisfied, now);
        expect(again.choice).toEqual(choice);
        expect(again.satisfied).toEqual(satisfied);
      }),
      runs,
    );
  });
});
