import type { AuditInput } from '../../app/run/audit-input.ts';
import { nothingToRead, recordFiles, recordFolder } from '../../app/run/collected-events.ts';
import { milliseconds } from '../../config/duration.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { readAuditLogs } from '../../evidence/audit/read.ts';
import type { CollectedLog } from '../../ports/store/collected.ts';

/** Milliseconds by which clocks may differ, or a page may take to be stored. */
const overlap = 5 * 60_000;

/** ISO 8601 UTC. */
export interface LookedEvents {
  readonly now: string;
  /** When the last run began. */
  readonly lastRun: string | undefined;
}

/**
 * What was collected from the sources of a stack, as far back as it looks, and farther where a
 * record came late: one that no run has seen is read however old it is.
 */
export async function stackEvents(
  log: CollectedLog,
  stack: Stack,
  { now, lastRun }: LookedEvents,
): Promise<AuditInput> {
  const since = new Date(Date.parse(now) - milliseconds(stack.since)).toISOString();
  const found = await log.names(since);
  const late = lastRun === undefined ? [] : await log.oldest(before(lastRun, overlap));
  const oldest = new Map(late.map(({ source, time }) => [source, time < since ? time : since]));
  const names = [...new Set([...found, ...late.map(({ source }) => source)])]
    .filter((source) => stack.sources?.includes(source) ?? true)
    .sort();
  const title = `what was collected since ${since}`;
  // The reader takes it for a mistake when there is nothing to read; here it is a quiet week.
  if (names.length === 0) return { items: nothingToRead, title };
  const files = recordFiles(names, (source) => log.read(source, oldest.get(source) ?? since));
  return { items: readAuditLogs([recordFolder], { files }), title };
}

function before(time: string, length: number): string {
  return new Date(Date.parse(time) - length).toISOString();
}
