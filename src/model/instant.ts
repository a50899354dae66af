import { compareText } from './text.ts';

/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time so many milliseconds later, or earlier if negative, in ISO 8601 UTC. */
export function shiftTime(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

/**
 * Compares two times in ISO 8601. Clouds log seconds, milliseconds or finer fractions, so comparing
 * the texts is wrong: `...:05.5Z` is later than `...:05Z`, but `Z` sorts after `.`. Texts that are
 * not times are compared as texts, after all times.
 */
export function compareInstants(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [spelled(a), spelled(b)];
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1;
    return compareText(a, b);
  }
  return compareText(left, right);
}

/** The later of two times. */
export function laterInstant(a: string, b: string): string {
  return compareInstants(a, b) < 0 ? b : a;
}

const canonicalForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;
const zoned = /^(.*T\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The seconds in UTC with their fraction, without trailing zeros, so that results compare as texts.
 */
function spelled(time: string): string | undefined {
  const [, seconds, fraction] = canonicalForm.exec(time) ?? [];
  if (seconds !== undefined) return withFraction(seconds, fraction);
  const [, local, digits, zone = 'Z'] = zoned.exec(time) ?? [];
  const moment = Date.parse(local === undefined ? time : `${local}${zone}`);
  if (Number.isNaN(moment)) return undefined;
  const [whole = '', milliseconds] = new Date(moment).toISOString().slice(0, -1).split('.');
  return withFraction(whole, local === undefined ? milliseconds : digits);
}

function withFraction(seconds: string, fraction = ''): string {
  return `${seconds}.${fraction.replace(/0+$/, '')}`;
}
