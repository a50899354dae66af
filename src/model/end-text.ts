import { shiftTime } from './instant.ts';
/**
 * An end time for people: `the end of 2026-06-12` for midnight, since notes in code give the last
 * day, or else what `otherwise` makes of it, which leaves it alone by default. `moment` is in
 * ISO 8601 UTC.
 */
export function endText(moment: string, otherwise = (time: string): string => time): string {
  if (!/T00:00:00(?:\.0+)?Z$/.test(moment)) return otherwise(moment);
  const before = shiftTime(moment, -1);
  return `the end of ${before.slice(0, 10)}`;
}
