import { isRegion } from '../../evidence/audit/cloudtrail/region.ts';
import type { Unresolved } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import type { Ingested } from './ingest.ts';

/**
 * Detects regions that do not exist in the cloud, since nothing in them can be matched with the
 * state. If other records are valid, each such region is reported once; a log with no valid records
 * is the wrong log.
 */
export function checkRegions({
  events: kept,
  passedBy,
}: Pick<Ingested, 'events' | 'passedBy'>): Result<readonly Unresolved[], Problem> {
  const events = [...kept.values()];
  const strange = events.filter((event) => event.cloud === 'aws' && !isRegion(event.region));
  const byRegion = new Map<string, KeptEvent[]>();
  for (const event of strange) {
    byRegion.set(event.region, [...(byRegion.get(event.region) ?? []), event]);
  }
  const problems = [...byRegion].map(([region, found]) => unknownRegion(region, found));
  const [first] = problems;
  if (first !== undefined && passedBy === 0 && strange.length === events.length) return fail(first);
  return ok(problems.map((problem) => unresolvedFrom(problem)));
}

function unknownRegion(region: string, events: readonly KeptEvent[]): Problem {
  const more = events.length > 1 ? ` (${events.length} records)` : '';
  const [first] = events;
  return {
    code: 'unknown-region',
    message: `AWS has no region ${displayText(region, 80)}${more}.`,
    ...(first === undefined ? {} : { place: first.place }),
    hint: 'Check where the log comes from.',
  };
}
