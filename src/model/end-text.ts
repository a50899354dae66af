/**
 * An end time for people: `the end of 2026-06-12` for midnight, since notes in code give the last
 * day, or else the time itself. `moment` is in ISO 8601 UTC.
 */
export function endText(moment: string): string {
  if (!/T00:00:00(?:\.0+)?Z$/.test(moment)) return moment;
  const before = new Date(Date.parse(moment) - 1).toISOString();
  return `the end of ${before.slice(0, 10)}`;
}
