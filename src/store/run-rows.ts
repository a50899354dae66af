import type { Kysely } from 'kysely';
import { contentId } from '../model/id.ts';
import type { Json } from '../model/json.ts';
import type { Report } from '../model/report.ts';
import type { RunRecord, StoredRun } from '../pipeline/store.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** The run as it is stored. The same report is the same run. */
export function storedRun({ command, report }: RunRecord): StoredRun {
  const id = contentId('r', JSON.parse(JSON.stringify(report)) as Json);
  return { id, command, startedAt: report.startedAt, report };
}

/** False when the run is there already. */
export async function insertRun(
  db: Kysely<Tables>,
  tenant: string,
  { id, command, startedAt, report }: StoredRun,
): Promise<boolean> {
  const inserted = await db
    .insertInto('runs')
    .values({ tenant, id, command, started_at: startedAt, report: JSON.stringify(report) })
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
  for (const drift of report.drifts) {
    const { id, address } = drift;
    const body = JSON.stringify(drift);
    await db
      .insertInto('drifts')
      .values({ tenant, run, id, address: columnText(address), body })
      .execute();
  }
  for (const decision of report.decisions) {
    const { intent, drift, address, verdict } = decision;
    const { outcome, rule } = verdict;
    await db
      .insertInto('decisions')
      .values({
        tenant,
        run,
        intent,
        drift,
        address: columnText(address),
        outcome,
        rule: columnText(rule),
        body: JSON.stringify(decision),
      })
      .execute();
  }
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
  return rows.map(({ id, command, started_at, report }) => ({
    id,
    command,
    startedAt: started_at.toISOString(),
    report: report as Report,
  }));
}
