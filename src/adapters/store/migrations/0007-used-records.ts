import { type Kysely, sql } from 'kysely';
import { makeTable } from './table-shape.ts';

/**
 * The raw text of a record can be dropped while its id, time and digest stay, and runs store the
 * periods from which they used records.
 */
export const usedRecords = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('collected_records')
    .alterColumn('raw', (column) => column.dropNotNull())
    .execute();
  await schema
    .createIndex('collected_records_raw')
    .on('collected_records')
    .columns(['tenant', 'event_time'])
    .where(sql.ref('raw'), 'is not', null)
    .execute();
  await makeTable(db, 'used_spans', {
    columns: { tenant: 'text', from_time: 'timestamptz', to_time: 'timestamptz' },
    key: ['tenant', 'from_time', 'to_time'],
  });
}

/** Removes records without text: no run used them, and before this migration there were none. */
async function down(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('used_spans').execute();
  await db.schema.dropIndex('collected_records_raw').execute();
  await sql`delete from collected_records where raw is null`.execute(db);
  await db.schema
    .alterTable('collected_records')
    .alterColumn('raw', (column) => column.setNotNull())
    .execute();
}
