import type { Kysely } from 'kysely';
import { contentId } from '../model/id.ts';
import type { Json } from '../model/json.ts';
import type { Report } from '../model/report.ts';
import type { RunRecord, StoredRun } from '../pipeline/store.ts';
import { inBatches } from './batches.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** The run as it is stored. The same report is the same run. */
export function storedRun({ command, report, record }: RunRecord): StoredRun {
  const id = contentId('r', JSON.parse(JSON.stringify(report)) as Json);
  const { startedAt } = report;
  return { id, command, startedAt, report, ...(record === undefined ? {} : { record }) };
}

/** False when the run is there already. */
export async function insertRun(
  db: Kysely<Tables>,
  tenant: string,
  { id, command, startedAt, report, record }: StoredRun,
): Promise<boolean> {
  const inserted = await db
    .insertInto('runs')
    .values({
      tenant,
      id,
      command,
      started_at: startedAt,
      report: JSON.stringify(report),
      record: record === undefined ? null : JSON.stringify(record),
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

export async function insertFindings(
  db: Kysely<Tables>,
  tenant: string,
  { id: run, report }: StoredRun,
): Promise<void> {
  const drifts = report.drifts.map((drift) => ({
    tenant,
    run,
    id: drift.id,
    address: columnText(drift.address),
    body: JSON.stringify(drift),
  }));
  for (const rows of inBatches(drifts)) await db.insertInto('drifts').values(rows).execute();
  const decisions = report.decisions.map((decision) => ({
    tenant,
    run,
    intent: decision.intent,
    drift: decision.drift,
    address: columnText(decision.address),
    outcome: decision.verdict.outcome,
    rule: columnText(decision.verdict.rule),
    body: JSON.stringify(decision),
  }));
  for (const rows of inBatches(decisions)) await db.insertInto('decisions').values(rows).execute();
}

export async function readRuns(
  db: Kysely<Tables>,
  tenant: string,
  since: string | undefined,
): Promise<readonly StoredRun[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('tenant', '=', tenant)
    .$if(since !== undefined, (query) => query.where('started_at', '>=', new Date(since ?? 0)))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, command, started_at, report, record }) => ({
    id,
    command,
    startedAt: started_at.toISOString(),
    report: report as Report,
    ...(record === null ? {} : { record: record as NonNullable<StoredRun['record']> }),
  }));
}
