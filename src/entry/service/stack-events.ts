import type { AuditInput } from '../../app/run/audit-input.ts';
import { nothingToRead, recordFiles, recordFolder } from '../../app/run/collected-events.ts';
import { milliseconds } from '../../config/duration.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { readAuditLogs } from '../../evidence/audit/read.ts';
import { shiftTime } from '../../model/instant.ts';
import type { CollectedLog } from '../../ports/store/collected.ts';

/** Milliseconds by which clocks may differ, or that storing a page may take. */
const overlap = 5 * 60_000;

/** Times are ISO 8601 UTC. */
export interface LookedEvents {
  readonly now: string;
  /** When the last run began. */
  readonly lastRun: string | undefined;
}

/**
 * What was collected from the sources of a stack, as far back as the stack looks. Records that
 * arrived after the last run are read however old they are, since no run has seen them.
 */
export async function stackEvents(
  log: CollectedLog,
  stack: Stack,
  { now, lastRun }: LookedEvents,
): Promise<AuditInput> {
  const since = shiftTime(now, -milliseconds(stack.since));
  const found = await log.names(since);
  const late = lastRun === undefined ? [] : await log.oldest(shiftTime(lastRun, -overlap));
  const oldest = new Map(late.map(({ source, time }) => [source, time < since ? time : since]));
  const names = [...new Set([...found, ...late.map(({ source }) => source)])]
    .filter((source) => stack.sources?.includes(source) ?? true)
    .sort();
  const title = `what was collected since ${since}`;
  // An empty input is an error for the log reader, but here it only means a quiet period.
  if (names.length === 0) return { items: nothingToRead, title };
  const files = recordFiles(names, (source) => log.read(source, oldest.get(source) ?? since));
  return { items: readAuditLogs([recordFolder], { files }), title };
}
