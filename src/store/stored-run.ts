import { createHash } from 'node:crypto';
import type { RunRecord, StoredRun } from '../pipeline/store.ts';

/** The run as it is stored. The same report is the same run. */
export function storedRun(record: RunRecord): StoredRun {
  return runOf(record, JSON.stringify(record.report));
}

/** The run whose report has this text as JSON. */
export function runOf({ command, report, record }: RunRecord, text: string): StoredRun {
  const id = `r-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  const { startedAt } = report;
  return { id, command, startedAt, report, ...(record === undefined ? {} : { record }) };
}
