import type { Kysely } from 'kysely';
import type { StoredRun } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { placeId } from './memory-rows.ts';
import { insertNew } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/**
 * Stores the drifts that a run found closed: once an open drift is closed, it is recorded nowhere
 * else.
 */
export async function insertClosed(
  db: Kysely<Tables>,
  key: StackKey,
  { id: run, report: { closedDrifts = [] } }: StoredRun,
): Promise<void> {
  const rows = closedDrifts.map((drift) => ({
    ...key,
    run,
    id: placeId(drift),
    address: columnText(drift.address),
    closed_at: drift.closedAt,
    body: JSON.stringify(drift),
  }));
  await insertNew(db, 'closed_drifts', rows);
}
