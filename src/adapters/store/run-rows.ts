import type { Kysely, Selectable } from 'kysely';
import type { Report } from '../../model/report.ts';
import type { StoredRun } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { insertNew, insertRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** The code revision of a run of the service, and a digest of what the run found. */
export interface RunOrigin {
  readonly revision: string;
  readonly findings: string;
}

/** Returns false if the run is already there. */
export async function insertRunRow(
  db: Kysely<Tables>,
  key: StackKey,
  { id, command, startedAt, report, record }: StoredRun,
  origin?: RunOrigin,
): Promise<boolean> {
  const row = {
    ...key,
    id,
    command,
    started_at: startedAt,
    report: JSON.stringify(report),
    record: record === undefined ? null : JSON.stringify(record),
    revision: origin?.revision ?? null,
    findings: origin?.findings ?? null,
    drift_count: report.drifts.length,
    intent_count: report.intents.length,
  };
  return (await insertNew(db, 'runs', [row])) > 0;
}

export async function insertFindings(
  db: Kysely<Tables>,
  key: StackKey,
  { id: run, report }: StoredRun,
): Promise<void> {
  const drifts = report.drifts.map((drift) => ({
    ...key,
    run,
    id: drift.id,
    address: columnText(drift.address),
    body: JSON.stringify(drift),
  }));
  await insertRows(db, 'drifts', drifts);
  const decisions = report.decisions.map((decision) => ({
    ...key,
    run,
    intent: decision.intent,
    drift: decision.drift,
    address: columnText(decision.address),
    outcome: decision.verdict.outcome,
    rule: columnText(decision.verdict.rule),
    body: JSON.stringify(decision),
  }));
  await insertRows(db, 'decisions', decisions);
}

export async function readRunRows(
  db: Kysely<Tables>,
  key: StackKey,
  since: string | undefined,
): Promise<readonly StoredRun[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where((eb) => eb.and(key))
    .$if(since !== undefined, (query) => query.where('started_at', '>=', new Date(since ?? 0)))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(readRun);
}

/** The newest run, or the one with an id. */
export async function readRunRow(
  db: Kysely<Tables>,
  key: StackKey,
  id?: string,
): Promise<Selectable<Tables['runs']> | undefined> {
  let query = db
    .selectFrom('runs')
    .selectAll()
    .where((eb) => eb.and(key));
  if (id !== undefined) query = query.where('id', '=', columnText(id));
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export function readRun({
  id,
  command,
  started_at,
  report,
  record,
}: Selectable<Tables['runs']>): StoredRun {
  return {
    id,
    command,
    startedAt: started_at.toISOString(),
    report: report as Report,
    ...(record === null ? {} : { record: record as NonNullable<StoredRun['record']> }),
  };
}
