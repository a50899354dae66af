import { createHash } from 'node:crypto';
import type { RunRecord, StoredRun } from '../pipeline/store.ts';

/** The run as it is stored. The same report is the same run. */
export function storedRun({ command, report, record }: RunRecord): StoredRun {
  const id = `r-${createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 12)}`;
  const { startedAt } = report;
  return { id, command, startedAt, report, ...(record === undefined ? {} : { record }) };
}
