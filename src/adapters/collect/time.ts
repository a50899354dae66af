/**
 * ISO 8601 UTC with milliseconds, so that times compare as texts; undefined for a value that is not
 * a time between 2000 and 3000.
 */
export function isoTimeOf(value: string | number | Date | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = new Date(value).getTime();
  if (Number.isNaN(time) || time < Date.UTC(2000) || time >= Date.UTC(3000)) return undefined;
  return new Date(time).toISOString();
}

export function earlierTime(a: string, b: string): string {
  return a < b ? a : b;
}

export function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** The latest of the times; undefined if there is none. */
export function latest(times: readonly (string | undefined)[]): string | undefined {
  return times.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);
}
