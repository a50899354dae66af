import { hexDigest } from '../../model/digest.ts';
import type { RunRecord, StoredRun } from '../../ports/store/run-store.ts';

/** The run as it is stored. Runs with the same report are the same run. */
export function storedRun(record: RunRecord): StoredRun {
  const text = JSON.stringify(record.report);
  return createStoredRun(record, hexDigest(text));
}

/** The run whose report has this SHA-256 digest, as JSON. */
export function createStoredRun({ command, report, record }: RunRecord, digest: string): StoredRun {
  const id = `r-${digest.slice(0, 12)}`;
  const { startedAt } = report;
  return { id, command, startedAt, report, ...(record === undefined ? {} : { record }) };
}
