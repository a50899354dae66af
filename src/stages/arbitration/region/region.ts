import type { Bounds } from '../../../model/bounds.ts';
import type { Want } from '../../../model/intent.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import {
  elementMembersOf,
  elementValueKey,
  isIn,
  isLikeElement,
  sortedUniqueElements,
} from './element.ts';

/** The values that a set of wants accepts together; never empty. */
export interface Region {
  readonly presence: 'any' | 'present' | 'absent';
  /** A finite set of values, to which every other constraint has already been applied. */
  readonly values?: readonly Json[];
  /** Only numbers within these bounds. */
  readonly range?: Bounds;
  /** Only collections and documents with a matching part for each of these. */
  readonly contains?: readonly Json[];
  /** Only collections and documents without a part that matches any of these, or absence. */
  readonly excludes?: readonly Json[];
}

/** A value for a field, absence, or open if no want restricts it. */
export type RegionChoice =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'open' };

export const anything: Region = { presence: 'any' };

/** The region that a want accepts; undefined if nothing can satisfy it. */
export function fieldRegion(want: Want): Region | undefined {
  switch (want.kind) {
    case 'eq':
      return want.value === null
        ? { presence: 'absent' }
        : { presence: 'present', values: [want.value] };
    case 'range': {
      const { min, max } = want;
      const range = {
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      };
      return settle({ presence: 'present', range });
    }
    case 'oneOf':
      return settle({ presence: 'present', values: want.values.filter((one) => one !== null) });
    case 'contains':
      return { presence: 'present', contains: sortedUniqueElements(want.elements) };
    case 'excludes':
      return { presence: 'any', excludes: sortedUniqueElements(want.elements) };
    case 'present':
      return { presence: 'present' };
    case 'absent':
      return { presence: 'absent' };
  }
}

/** The intersection of two regions; undefined when it is empty. */
export function meet(a: Region, b: Region): Region | undefined {
  const presence = a.presence === 'any' ? b.presence : a.presence;
  if (b.presence !== 'any' && b.presence !== presence) return undefined;
  const ranges = [a.range, b.range].filter((range) => range !== undefined);
  const mins = ranges.flatMap(({ min }) => min ?? []);
  const maxs = ranges.flatMap(({ max }) => max ?? []);
  const range = {
    ...(mins.length === 0 ? {} : { min: Math.max(...mins) }),
    ...(maxs.length === 0 ? {} : { max: Math.min(...maxs) }),
  };
  const contains = union(a.contains, b.contains);
  const excludes = union(a.excludes, b.excludes);
  const values =
    a.values === undefined ? b.values : a.values.filter((one) => isAmong(b.values, one));
  return settle({
    presence,
    ...(values === undefined ? {} : { values }),
    ...(ranges.length === 0 ? {} : { range }),
    ...(contains === undefined ? {} : { contains }),
    ...(excludes === undefined ? {} : { excludes }),
  });
}

/** True when the value (undefined if absent) satisfies the region. */
export function accepts(region: Region, value: Json | undefined): boolean {
  const { presence, values, range, contains, excludes } = region;
  if (value === undefined || value === null) return presence !== 'present';
  if (presence === 'absent' || !isAmong(values, value)) return false;
  if (range !== undefined && !isBetween(value, range)) return false;
  if (contains === undefined && excludes === undefined) return true;
  const members = elementMembersOf(value);
  if (members === undefined) return false;
  const has = (pattern: Json): boolean =>
    members.some((member) => isLikeElement(member, pattern)) || isLikeElement(value, pattern);
  return (contains ?? []).every(has) && !(excludes ?? []).some(has);
}

/** The point of the region nearest to the preferred one. */
export function project(region: Region, prefer: RegionChoice): RegionChoice {
  const { presence, values, range, contains, excludes } = region;
  if (presence === 'absent') return { kind: 'absent' };
  const preferred = prefer.kind === 'value' ? prefer.value : undefined;
  if (prefer.kind === 'absent' && presence === 'any') return prefer;
  if (values !== undefined) return nearestOf(values, preferred);
  if (range !== undefined) return clamp(range, preferred);
  if (contains === undefined && excludes === undefined) {
    return prefer.kind === 'value' ? prefer : { kind: 'open' };
  }
  if (preferred === undefined && contains === undefined) return { kind: 'open' };
  return { kind: 'value', value: shape(region, preferred) };
}

/** The preferred collection or document, with missing parts added and excluded parts removed. */
function shape(region: Region, preferred: Json | undefined): Json {
  const { contains = [], excludes = [] } = region;
  if (preferred !== undefined && accepts(region, preferred)) return preferred;
  if (isJsonObject(preferred)) {
    const kept = Object.keys(preferred).filter(
      (key) => !excludes.some((one) => isLikeElement({ [key]: preferred[key] ?? null }, one)),
    );
    const entries = kept.map((key) => [key, preferred[key] ?? null] as const);
    const added = contains.filter(isJsonObject).flatMap((one) => Object.entries(one));
    const document = Object.fromEntries([...entries, ...added]);
    if (accepts(region, document)) return document;
  }
  const base = isJsonArray(preferred) ? preferred : [];
  const kept = base.filter((member) => !excludes.some((one) => isLikeElement(member, one)));
  const added = contains.filter((one) => !kept.some((member) => isLikeElement(member, one)));
  return [...kept, ...added];
}

/** Drops values that the other constraints exclude; undefined when the region is empty. */
function settle(region: Region): Region | undefined {
  const { values, range, contains, excludes, presence } = region;
  if (values !== undefined) {
    const { values: _all, ...others } = region;
    const left = sortedUniqueElements(values.filter((value) => accepts(others, value)));
    return left.length === 0 ? undefined : { presence: 'present', values: left };
  }
  if (range !== undefined) {
    const { min, max } = range;
    if (contains !== undefined || excludes !== undefined) return undefined;
    return min !== undefined && max !== undefined && min > max ? undefined : region;
  }
  const clash = contains?.some((one) => excludes?.some((pattern) => isLikeElement(one, pattern)));
  if (clash === true) return undefined;
  return presence === 'absent' ? { presence } : region;
}

function isAmong(values: readonly Json[] | undefined, value: Json): boolean {
  return values === undefined || isIn(values, value);
}

function isBetween(value: Json, { min, max }: NonNullable<Region['range']>): boolean {
  if (typeof value !== 'number') return false;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

/** Takes the smaller of two equally near values, since the choice must not depend on the order. */
function nearestOf(values: readonly Json[], preferred: Json | undefined): RegionChoice {
  const same = preferred === undefined ? undefined : elementValueKey(preferred);
  const own = values.find((one) => elementValueKey(one) === same);
  if (own !== undefined) return { kind: 'value', value: own };
  const numbers = values.filter((one) => typeof one === 'number');
  if (typeof preferred === 'number' && numbers.length > 0) {
    const distance = (one: number): number => Math.abs(one - preferred);
    const [nearest] = numbers.sort((a, b) => distance(a) - distance(b) || a - b);
    if (nearest !== undefined) return { kind: 'value', value: nearest };
  }
  return { kind: 'value', value: values[0] ?? null };
}

function clamp(
  { min, max }: NonNullable<Region['range']>,
  preferred: Json | undefined,
): RegionChoice {
  if (typeof preferred !== 'number') {
    const edge = min ?? max;
    return edge === undefined ? { kind: 'open' } : { kind: 'value', value: edge };
  }
  const low = min === undefined ? preferred : Math.max(preferred, min);
  return { kind: 'value', value: max === undefined ? low : Math.min(low, max) };
}

function union(
  a: readonly Json[] | undefined,
  b: readonly Json[] | undefined,
): readonly Json[] | undefined {
  return a === undefined && b === undefined
    ? undefined
    : sortedUniqueElements([...(a ?? []), ...(b ?? [])]);
}
