/**
 * When something ends, for people: `the end of 2026-06-12` for a midnight, as notes in the code name
 * the last day, and the moment itself for any other. `moment` is ISO 8601 UTC.
 */
export function endText(moment: string): string {
  if (!/T00:00:00(?:\.0+)?Z$/.test(moment)) return moment;
  const before = new Date(Date.parse(moment) - 1).toISOString();
  return `the end of ${before.slice(0, 10)}`;
}
