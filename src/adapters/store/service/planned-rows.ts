import type { Kysely } from 'kysely';
import type { PlannedProposal } from '../../../ports/store/planned-proposal.ts';
import type { StoredRun } from '../../../ports/store/run-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { insertRows, isBeyond, putRow, readBodies } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';

type Db = Kysely<Tables>;

/** True if no other run of the stack began after this one. */
export async function isLatestRun(
  db: Db,
  key: StackKey,
  { id, startedAt }: StoredRun,
): Promise<boolean> {
  const later = await db
    .selectFrom('runs')
    .select('id')
    .where((eb) => eb.and(key))
    .where(isBeyond(['started_at', 'id'], '>', [new Date(startedAt), id]))
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}

/**
 * Stores what the latest run of the stack planned, and removes the plans of others, because plans
 * contain code.
 */
export async function replacePlanned(
  db: Db,
  key: StackKey,
  { id: run }: StoredRun,
  planned: readonly PlannedProposal[],
): Promise<void> {
  await db
    .deleteFrom('planned_proposals')
    .where((eb) => eb.and(key))
    .execute();
  const rows = planned.map((plan, position) => ({
    ...key,
    run,
    position,
    body: JSON.stringify(plan),
  }));
  await insertRows(db, 'planned_proposals', rows);
}

export async function addPlannedRow(
  db: Db,
  key: StackKey,
  run: string,
  plan: PlannedProposal,
): Promise<void> {
  const of = { ...key, run: columnText(run) };
  const rows = await db
    .selectFrom('planned_proposals')
    .select(['position', 'body'])
    .where((eb) => eb.and(of))
    .execute();
  const body = JSON.stringify(plan);
  const same = rows.find((row) => (row.body as PlannedProposal).intent === plan.intent);
  const position = same?.position ?? Math.max(-1, ...rows.map((row) => row.position)) + 1;
  await putRow(db, 'planned_proposals', { ...of, position }, { body });
}

export function readPlanned(
  db: Db,
  key: StackKey,
  run: string,
): Promise<readonly PlannedProposal[]> {
  const of = { ...key, run: columnText(run) };
  return readBodies(db, 'planned_proposals', of, ['position']);
}
