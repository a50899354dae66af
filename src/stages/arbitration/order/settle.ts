import type { Want } from '../../../model/intent.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { compareText } from '../../../model/text.ts';
import {
  anything,
  fieldRegion,
  meet,
  project,
  type Region,
  type RegionChoice,
} from '../region/region.ts';
import type { Clock } from '../time/clock.ts';
import { isOver } from '../time/term.ts';
import { compareRanks, type Rank } from './rank.ts';

/** What one party wants of one field, and the rank of that wish. */
export interface RegionClaim {
  readonly id: string;
  readonly want: Want;
  readonly rank: Rank;
  /** What else the party would accept, if it declared that. */
  readonly relaxation?: Want;
  /** When the claim stops counting, ISO 8601 UTC. */
  readonly expires?: string;
}

export interface Settlement {
  /**
   * The value that all satisfied claims accept, as close as possible to what the strongest wants.
   */
  readonly choice: RegionChoice;
  readonly region: Region;
  /** Strongest first. */
  readonly satisfied: readonly RegionClaim[];
  readonly defeated: readonly Defeat[];
  readonly expired: readonly RegionClaim[];
}

export interface Defeat {
  readonly claim: RegionClaim;
  /**
   * A minimal set of stronger, satisfied claims that rule it out. Empty if the claim itself is
   * impossible.
   */
  readonly blame: readonly RegionClaim[];
}

/**
 * Settles one field: in order of rank, each claim narrows the region of remaining values; a claim
 * that would empty it is defeated. A weaker claim never changes what a stronger one gets, and each
 * claim gets exactly one result.
 */
export function settleRegions(claims: readonly RegionClaim[], clock: Clock): Settlement {
  const sorted = sortClaims(claims);
  const expired = sorted.filter((claim) => isExpired(claim, clock));
  const satisfied: RegionClaim[] = [];
  const defeated: Defeat[] = [];
  let region = anything;
  for (const claim of sorted.filter((one) => !isExpired(one, clock))) {
    const left = narrow(region, claim.want);
    if (left === undefined) defeated.push({ claim, blame: blameFor(claim, satisfied) });
    else {
      region = left;
      satisfied.push(claim);
    }
  }
  return { choice: choose(region, satisfied), region, satisfied, defeated, expired };
}

/** Strongest first. Identical claims count once, and equal ranks are ordered by content. */
function sortClaims(claims: readonly RegionClaim[]): readonly RegionClaim[] {
  const sorted = [...claims].sort((a, b) => compareRanks(a.rank, b.rank) || compareContent(a, b));
  return sorted.filter((claim, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || compareRanks(previous.rank, claim.rank) !== 0) return true;
    return compareContent(previous, claim) !== 0;
  });
}

function compareContent(a: RegionClaim, b: RegionClaim): number {
  return compareText(contentOf(a), contentOf(b));
}

function contentOf(claim: RegionClaim): string {
  return canonicalJson(claim as unknown as Json);
}

function isExpired({ expires }: RegionClaim, clock: Clock): boolean {
  return isOver(expires, clock);
}

function narrow(region: Region, want: Want): Region | undefined {
  const own = fieldRegion(want);
  return own === undefined ? undefined : meet(region, own);
}

/** Drops, weakest first, the claims that the conflict does not depend on. */
function blameFor(claim: RegionClaim, satisfied: readonly RegionClaim[]): readonly RegionClaim[] {
  let blame = [...satisfied];
  for (const one of satisfied.toReversed()) {
    const others = blame.filter((other) => other !== one);
    if (conflicts(claim, others)) blame = others;
  }
  return blame;
}

/** True when the other claims, which some value satisfies together, rule out `claim`. */
export function conflicts(claim: RegionClaim, others: readonly RegionClaim[]): boolean {
  let region: Region | undefined = fieldRegion(claim.want);
  for (const { want } of others) region = region === undefined ? undefined : narrow(region, want);
  return region === undefined;
}

function choose(region: Region, satisfied: readonly RegionClaim[]): RegionChoice {
  for (const { want } of satisfied) {
    const prefer = preferredChoice(want);
    if (prefer.kind === 'open') continue;
    return project(region, prefer);
  }
  return project(region, { kind: 'open' });
}

/** The value that a want prefers. */
export function preferredChoice(want: Want): RegionChoice {
  switch (want.kind) {
    case 'eq':
      return want.value === null ? { kind: 'absent' } : { kind: 'value', value: want.value };
    case 'range':
      return want.prefer === undefined ? { kind: 'open' } : { kind: 'value', value: want.prefer };
    case 'oneOf': {
      const value = want.prefer ?? want.values[0];
      return value === undefined || value === null ? { kind: 'open' } : { kind: 'value', value };
    }
    case 'contains':
      return { kind: 'value', value: want.elements };
    case 'absent':
      return { kind: 'absent' };
    case 'excludes':
    case 'present':
      return { kind: 'open' };
  }
}
