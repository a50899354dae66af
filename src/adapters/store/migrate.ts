import { type Kysely, type Migration, Migrator, NO_MIGRATIONS } from 'kysely';
import { fail, ok, type Result } from '../../model/result.ts';
import { records } from './migrations/0001-records.ts';
import { collected } from './migrations/0002-collected.ts';
import { unexplainedTable } from './migrations/0003-unexplained.ts';
import { stacks } from './migrations/0004-stacks.ts';
import { serviceTables } from './migrations/0005-service.ts';
import { marks } from './migrations/0006-marks.ts';
import { usedRecords } from './migrations/0007-used-records.ts';
import { memoryTables } from './migrations/0008-memory.ts';
import { closedDrifts } from './migrations/0009-closed-drifts.ts';
import { openQuestions } from './migrations/0010-open-questions.ts';
import { addedStacks } from './migrations/0011-added-stacks.ts';
import { growth } from './migrations/0012-growth.ts';
import { rates } from './migrations/0013-rates.ts';
import { states } from './migrations/0014-states.ts';
import { plannedChanges } from './migrations/0015-planned-changes.ts';
import { receiptTables } from './migrations/0016-receipts.ts';
import { receiptKeys } from './migrations/0017-receipt-keys.ts';
import { droppedReceipts } from './migrations/0018-dropped-receipts.ts';
import { shownTables } from './migrations/0019-shown.ts';
import { liveTables } from './migrations/0020-live.ts';
import { plainNames } from './migrations/0021-plain-names.ts';
import { sentNames } from './migrations/0022-sent-names.ts';
import type { Tables } from './tables.ts';

/** In order of their numbers. A migration that was released is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-records': records,
  '0002-collected': collected,
  '0003-unexplained': unexplainedTable,
  '0004-stacks': stacks,
  '0005-service': serviceTables,
  '0006-marks': marks,
  '0007-used-records': usedRecords,
  '0008-memory': memoryTables,
  '0009-closed-drifts': closedDrifts,
  '0010-open-questions': openQuestions,
  '0011-added-stacks': addedStacks,
  '0012-growth': growth,
  '0013-rates': rates,
  '0014-states': states,
  '0015-planned-changes': plannedChanges,
  '0016-receipts': receiptTables,
  '0017-receipt-keys': receiptKeys,
  '0018-dropped-receipts': droppedReceipts,
  '0019-shown': shownTables,
  '0020-live': liveTables,
  '0021-plain-names': plainNames,
  '0022-sent-names': sentNames,
};

/**
 * Brings the tables to the newest form. Processes that do so simultaneously wait for one another.
 */
export function migrateUp(db: Kysely<Tables>): Promise<Result<void>> {
  return migrate(db, (migrator) => migrator.migrateToLatest());
}

/** Brings the tables to the form after a migration; without a name it removes all of them. */
export function migrateTo(db: Kysely<Tables>, name?: string): Promise<Result<void>> {
  return migrate(db, (migrator) => migrator.migrateTo(name ?? NO_MIGRATIONS));
}

async function migrate(
  db: Kysely<Tables>,
  run: (migrator: Migrator) => ReturnType<Migrator['migrateToLatest']>,
): Promise<Result<void>> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'parley_migrations',
    migrationLockTableName: 'parley_migrations_lock',
  });
  const { error } = await run(migrator);
  if (error === undefined) return ok(undefined);
  return fail({
    code: 'store-not-migrated',
    message: `The tables of the store cannot be brought up to date: ${error instanceof Error ? error.message : error}.`,
    hint: 'A store that a newer Parley made needs that version.',
  });
}
