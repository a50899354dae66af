import { type Kysely, sql } from 'kysely';
import { makeTable } from './table-shape.ts';

/**
 * Logs of receipts, one for each tenant: nothing in them is changed or removed except the size of a
 * log.
 */
export const receiptTables = { up, down };

const tables = ['receipts', 'receipt_checkpoints', 'receipt_inputs'] as const;

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('receipt_logs')
    .addColumn('tenant', 'text', (column) => column.primaryKey())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('key', 'json', (column) => column.notNull())
    .execute();
  await schema
    .createTable('receipts')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('leaf', 'text', (column) => column.notNull())
    .addColumn('envelope', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('receipts_key', ['tenant', 'position'])
    .addUniqueConstraint('receipts_id', ['tenant', 'id'])
    .execute();
  await makeTable(db, 'receipt_checkpoints', {
    columns: { tenant: 'text', size: 'integer', note: 'text' },
    key: ['tenant', 'size'],
  });
  await makeTable(db, 'receipt_inputs', {
    columns: { tenant: 'text', digest: 'text', body: 'text' },
    key: ['tenant', 'digest'],
  });
  for (const table of tables) {
    await sql`
      create trigger ${sql.ref(`${table}_append_only`)} before update or delete on ${sql.table(table)}
        for each row execute function parley_append_only()`.execute(db);
  }
}

async function down({ schema }: Kysely<never>): Promise<void> {
  for (const table of [...tables, 'receipt_logs']) await schema.dropTable(table).execute();
}
