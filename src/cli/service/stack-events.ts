import type { AuditReading } from '../../audit/core/types.ts';
import { readAuditLogs } from '../../audit/read.ts';
import { milliseconds } from '../../config/duration.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { CollectedLog } from '../../pipeline/collected.ts';
import type { AuditInput } from '../audit-input.ts';
import { recordFiles, recordFolder } from '../collected-events.ts';

/** What was collected from the sources of a stack, as far back as it looks. */
export async function stackEvents(
  log: CollectedLog,
  stack: Stack,
  now: string,
): Promise<AuditInput> {
  const since = new Date(Date.parse(now) - milliseconds(stack.since)).toISOString();
  const found = await log.sources(since);
  const names = [...new Set(found.map(({ source }) => source))].filter(
    (source) => stack.sources?.includes(source) ?? true,
  );
  const title = `what was collected since ${since}`;
  // The reader takes it for a mistake when there is nothing to read; here it is a quiet week.
  if (names.length === 0) return { items: nothing, title };
  const files = recordFiles(names, (source) => log.read(source, since));
  return { items: readAuditLogs([recordFolder], { files }), title };
}

const nothing: AuditReading = {
  counts: () => ({ files: 0, skippedFiles: {}, read: 0, kept: 0, dropped: {} }),
  async *[Symbol.asyncIterator]() {},
};
