import { type Kysely, sql } from 'kysely';
import { makeTable } from './table-shape.ts';

/**
 * Logs of receipts that another key continues to sign: both keys may have signed the head of a log.
 */
export const receiptKeys = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await makeTable(db, 'receipt_keys', {
    columns: { tenant: 'text', turn: 'integer', key: 'json' },
    key: ['tenant', 'turn'],
  });
  await sql`
    create trigger receipt_keys_append_only before update or delete on receipt_keys
      for each row execute function parley_append_only()`.execute(db);
  await schema
    .alterTable('receipt_checkpoints')
    .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await keyCheckpoints(db, ['tenant', 'size', 'turn']);
}

/**
 * Removes what later keys signed: the log then reaches only as far as the first key vouched for it.
 */
async function down(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  const table = sql.table('receipt_checkpoints');
  await sql`alter table ${table} disable trigger receipt_checkpoints_append_only`.execute(db);
  await sql`delete from ${table} a where exists (select from ${table} b
    where b.tenant = a.tenant and b.size = a.size and b.turn < a.turn)`.execute(db);
  await sql`alter table ${table} enable trigger receipt_checkpoints_append_only`.execute(db);
  await keyCheckpoints(db, ['tenant', 'size']);
  await schema.alterTable('receipt_checkpoints').dropColumn('turn').execute();
  await schema.dropTable('receipt_keys').execute();
}

async function keyCheckpoints(db: Kysely<never>, columns: readonly string[]): Promise<void> {
  const name = 'receipt_checkpoints_key';
  await db.schema.alterTable('receipt_checkpoints').dropConstraint(name).execute();
  await db.schema
    .alterTable('receipt_checkpoints')
    .addPrimaryKeyConstraint(name, [...columns] as never[])
    .execute();
}
