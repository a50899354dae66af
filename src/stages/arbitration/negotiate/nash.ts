import type { Want } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import { formatCount } from '../../../model/words.ts';
import { accepts, fieldRegion, meet, type Region } from '../region/region.ts';

/** A party that declared both what it wants and what else it would accept. */
export interface BargainingParty {
  /** The name that readers know. */
  readonly name: string;
  readonly want: Want;
  readonly relaxation: Want;
}

export interface Deal {
  readonly value: Json;
  /** What each party gave up, strongest first, and why this value was chosen. */
  readonly concessions: readonly string[];
}

/** Larger domains are not searched value by value. */
const maxValues = 1001;
const longestValue = 60;

/**
 * The value that all parties accept with the least loss: the one with the greatest product of what
 * each keeps of its wish (Nash bargaining solution). Computed over all values, not played in
 * rounds, so that neither who begins nor how long they wait matters. A weak party can move the
 * result, so only parties that declared what else they would accept take part.
 */
export function negotiate(parties: readonly BargainingParty[], room: Region): Deal | undefined {
  const domain = valuesIn(parties, room);
  const reaches = parties.map((party) => ({ party, reach: reachOf(party, domain) }));
  let best: { readonly value: Json; readonly shares: readonly number[] } | undefined;
  for (const value of domain) {
    const shares = reaches.map(({ party, reach }) => shareOf(party, reach, value));
    if (best === undefined || isBetter(shares, best.shares)) best = { value, shares };
  }
  if (best === undefined) return undefined;
  const { value, shares } = best;
  const concessions = parties.map(
    ({ name, want, relaxation }, index) =>
      `${name} wants ${wantText(want)} and would accept ${wantText(relaxation)}; ${text(value)} meets ${percent(shares[index] ?? 0)} of the wish.`,
  );
  const sum = `Of ${formatCount(domain.length, 'value')} that all accept, ${text(value)} has the greatest product of these shares.`;
  return { value, concessions: [...concessions, sum] };
}

/**
 * True for the greater product; of equal products, the one that leaves the stronger party more is
 * better.
 */
function isBetter(shares: readonly number[], others: readonly number[]): boolean {
  const [own, other] = [product(shares), product(others)];
  if (Math.abs(own - other) > 1e-12) return own > other;
  const index = shares.findIndex((share, at) => Math.abs(share - (others[at] ?? 0)) > 1e-12);
  return index !== -1 && (shares[index] ?? 0) > (others[index] ?? 0);
}

function product(factors: readonly number[]): number {
  return factors.reduce((sum, factor) => sum * factor, 1);
}

/**
 * All values that every party accepts, in a fixed order. Only whole numbers if both ends are whole.
 */
function valuesIn(parties: readonly BargainingParty[], room: Region): readonly Json[] {
  let region: Region | undefined = room;
  for (const { relaxation } of parties) {
    const own = fieldRegion(relaxation);
    if (own === undefined || region === undefined) return [];
    region = meet(region, own);
  }
  if (region?.values !== undefined) return region.values;
  const { min, max } = region?.range ?? {};
  if (min === undefined || max === undefined) return [];
  const isWhole = Number.isInteger(min) && Number.isInteger(max);
  const step = isWhole ? Math.max(1, Math.ceil((max - min) / (maxValues - 1))) : (max - min) / 1000;
  if (step === 0) return [min];
  const count = Math.floor((max - min) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => min + index * step);
}

/** The furthest that a party would have to move from its wish. */
function reachOf({ want }: BargainingParty, domain: readonly Json[]): number {
  return Math.max(0, ...domain.map((value) => distance(want, value) ?? 0));
}

/**
 * The share of the wish that is left: 1 if it is met, and above 0 for everything the party accepts.
 */
function shareOf({ want, relaxation }: BargainingParty, reach: number, value: Json): number {
  const region = fieldRegion(want);
  if (region !== undefined && accepts(region, value)) return 1;
  const far = distance(want, value);
  if (far !== undefined) return 1 - far / (reach + 1);
  // For values without a distance, a list of accepted values is in order of preference.
  if (relaxation.kind !== 'oneOf') return 0.5;
  const place = relaxation.values.indexOf(value);
  return place === -1 ? 0.5 : 1 - (place + 1) / (relaxation.values.length + 1);
}

/** The distance of a number from what is wanted; undefined where no distance is defined. */
function distance(want: Want, value: Json): number | undefined {
  if (typeof value !== 'number') return undefined;
  if (want.kind === 'eq') {
    return typeof want.value === 'number' ? Math.abs(value - want.value) : undefined;
  }
  if (want.kind === 'oneOf') {
    const numbers = want.values.filter((one) => typeof one === 'number');
    return numbers.length === 0
      ? undefined
      : Math.min(...numbers.map((one) => Math.abs(one - value)));
  }
  if (want.kind !== 'range') return undefined;
  const { min = value, max = value } = want;
  return Math.max(min - value, value - max, 0);
}

function wantText(want: Want): string {
  switch (want.kind) {
    case 'eq':
      return text(want.value);
    case 'range':
      return `${want.min ?? 'anything'} to ${want.max ?? 'anything'}`;
    case 'oneOf':
      return want.values.map(text).join(' or ');
    case 'contains':
    case 'excludes':
    case 'present':
    case 'absent':
      return want.kind;
  }
}

function text(value: Json): string {
  return displayText(JSON.stringify(value), longestValue);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
