import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { compareRanks } from '../../../src/stages/arbitration/order/rank.ts';
import type { RegionClaim, Settlement } from '../../../src/stages/arbitration/order/settle.ts';
import { conflicts, settleRegions } from '../../../src/stages/arbitration/order/settle.ts';
import type { RegionChoice } from '../../../src/stages/arbitration/region/region.ts';
import {
  accepts,
  fieldRegion,
  meet,
  project,
} from '../../../src/stages/arbitration/region/region.ts';
import { anyValue, anyWant, now, often, someClaims } from './arbitraries.ts';

const ids = (claims: readonly RegionClaim[]): readonly string[] => claims.map(({ id }) => id);
const text = (value: unknown): string => JSON.stringify(value);
function valueIn({ choice }: Pick<Settlement, 'choice'>): Json | undefined {
  return choice.kind === 'value' ? choice.value : undefined;
}
function outranking(id: string, want: RegionClaim['want'], tier: number): RegionClaim {
  const rank = { tier, priority: 99, authority: 0, specificity: 0, confidence: 1, time: now, id };
  return { id, want, rank };
}

describe('settle, whatever is claimed', () => {
  it('1 depends on no order', () => {
    const shuffled = someClaims.chain((claims) =>
      fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
    );
    fc.assert(
      fc.property(shuffled, ([claims, other]) => {
        expect(text(settleRegions(other, { now }))).toBe(text(settleRegions(claims, { now })));
      }),
      often,
    );
  });

  it('2 counts what is said twice once', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const twice = [...claims, ...structuredClone(claims)];
        expect(text(settleRegions(twice, { now }))).toBe(text(settleRegions(claims, { now })));
      }),
      often,
    );
  });

  it('3 never contradicts itself', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const settlement = settleRegions(claims, { now });
        if (settlement.choice.kind === 'open') return;
        for (const { want } of settlement.satisfied) {
          const region = fieldRegion(want);
          expect(region !== undefined && accepts(region, valueIn(settlement))).toBe(true);
        }
      }),
      often,
    );
  });

  it('4 stays where it is when the result is fed back', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const first = settleRegions(claims, { now });
        if (first.choice.kind === 'open') return;
        const top = outranking('result', { kind: 'eq', value: valueIn(first) ?? null }, -1);

        const again = settleRegions([top, ...claims], { now });

        expect(text(again.choice)).toBe(text(first.choice));
        expect(ids(first.satisfied).filter((id) => !ids(again.satisfied).includes(id))).toEqual([]);
      }),
      often,
    );
  });

  it('5 gives every claim exactly one result', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { satisfied, defeated, expired } = settleRegions(claims, { now });
        const all = [...ids(satisfied), ...ids(defeated.map((one) => one.claim)), ...ids(expired)];
        expect(text(all.sort())).toBe(text([...ids(claims)].sort()));
      }),
      often,
    );
  });

  it('6 blames stronger, satisfied claims, and enough of them', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { satisfied, defeated } = settleRegions(claims, { now });
        for (const { claim, blame } of defeated) {
          expect(blame.every((one) => satisfied.includes(one))).toBe(true);
          expect(blame.every((one) => compareRanks(one.rank, claim.rank) < 0)).toBe(true);
          expect(conflicts(claim, blame)).toBe(true);
        }
      }),
      often,
    );
  });

  it('7 blames nobody whom the conflict does not need, and between intervals one', () => {
    const isInterval = ({ want }: RegionClaim): boolean =>
      want.kind === 'range' || (want.kind === 'eq' && typeof want.value === 'number');
    fc.assert(
      fc.property(someClaims, (claims) => {
        for (const { claim, blame } of settleRegions(claims, { now }).defeated) {
          for (const one of blame) {
            const others = blame.filter((other) => other !== one);
            expect(conflicts(claim, others)).toBe(false);
          }
          if ([claim, ...blame].every(isInterval)) expect(blame.length).toBeLessThan(2);
        }
      }),
      often,
    );
  });

  it('8 never punishes a higher priority', () => {
    fc.assert(
      fc.property(someClaims, fc.nat(), (claims, pick) => {
        const { satisfied } = settleRegions(claims, { now });
        const chosen = satisfied[pick % Math.max(1, satisfied.length)];
        if (chosen === undefined) return;
        const raised = claims.map((one) =>
          one.id === chosen.id ? { ...one, rank: { ...one.rank, priority: 9 } } : one,
        );
        expect(ids(settleRegions(raised, { now }).satisfied)).toContain(chosen.id);
      }),
      often,
    );
  });

  it('9 gives the weak no veto', () => {
    fc.assert(
      fc.property(someClaims, anyWant, (claims, want) => {
        const after = settleRegions([...claims, outranking('weak', want, 9)], { now });
        const others = ids(after.satisfied).filter((id) => id !== 'weak');
        expect(text(others)).toBe(text(ids(settleRegions(claims, { now }).satisfied)));
      }),
      often,
    );
  });

  it('10 forgets what expired', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { expired, ...rest } = settleRegions(claims, { now });
        const alive = claims.filter((one) => !expired.some(({ id }) => id === one.id));
        const { expired: none, ...again } = settleRegions(alive, { now });
        expect(none).toEqual([]);
        expect(text(again)).toBe(text(rest));
      }),
      often,
    );
  });

  it('11 does not depend on those who lost', () => {
    fc.assert(
      fc.property(someClaims, (claims) => {
        const { choice, satisfied } = settleRegions(claims, { now });
        const again = settleRegions(satisfied, { now });
        expect(text(again.choice)).toBe(text(choice));
        expect(text(again.satisfied)).toBe(text(satisfied));
      }),
      often,
    );
  });
});

describe('regions, whatever is wanted', () => {
  it('meet in exactly what both accept', () => {
    fc.assert(
      fc.property(anyWant, anyWant, anyValue, (a, b, value) => {
        const [left, right] = [fieldRegion(a), fieldRegion(b)];
        if (left === undefined || right === undefined) return;
        const both = meet(left, right);
        const expected = accepts(left, value) && accepts(right, value);
        expect(both !== undefined && accepts(both, value)).toBe(expected);
      }),
      often,
    );
  });

  it('project onto themselves, and leave alone what they accept', () => {
    fc.assert(
      fc.property(anyWant, anyWant, anyValue, (a, b, value) => {
        const [left, right] = [fieldRegion(a), fieldRegion(b)];
        const region = left === undefined || right === undefined ? undefined : meet(left, right);
        if (region === undefined) return;
        const prefer: RegionChoice =
          value === undefined || value === null ? { kind: 'absent' } : { kind: 'value', value };
        const point = project(region, prefer);
        if (point.kind === 'open') return;
        const reached = point.kind === 'value' ? point.value : undefined;
        expect(accepts(region, reached)).toBe(true);
        if (accepts(region, value)) expect(reached ?? null).toEqual(value ?? null);
      }),
      often,
    );
  });
});
