import { type Kysely, sql } from 'kysely';

/** A receipt that was dropped because of its age leaves its leaf. */
export const droppedReceipts = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('receipts')
    .alterColumn('envelope', (column) => column.dropNotNull())
    .execute();
  // Retention removes the envelope; nothing else in the row may change.
  await sql`
    create function parley_receipt_kept() returns trigger language plpgsql as $$
    begin
      if current_setting('parley.pruning', true) = 'on' and new.envelope is null
        and (new.tenant, new.position, new.id, new.leaf)
          = (old.tenant, old.position, old.id, old.leaf) then
        return new;
      end if;
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$`.execute(db);
  await sql`drop trigger receipts_append_only on receipts`.execute(db);
  await sql`
    create trigger receipts_append_only before delete on receipts
      for each row execute function parley_append_only()`.execute(db);
  await sql`
    create trigger receipts_kept before update on receipts
      for each row execute function parley_receipt_kept()`.execute(db);
}

/** A log from which receipts were dropped would have a gap, so it starts over. */
async function down(db: Kysely<never>): Promise<void> {
  await sql`select set_config('parley.pruning', 'on', true)`.execute(db);
  const cut = sql`(select tenant from receipts where envelope is null)`;
  for (const table of ['receipt_inputs', 'receipt_checkpoints', 'receipt_keys', 'receipt_logs']) {
    await sql`delete from ${sql.table(table)} where tenant in ${cut}`.execute(db);
  }
  await sql`delete from receipts where tenant in ${cut}`.execute(db);
  await sql`drop trigger receipts_kept on receipts`.execute(db);
  await sql`drop trigger receipts_append_only on receipts`.execute(db);
  await sql`drop function parley_receipt_kept()`.execute(db);
  await sql`
    create trigger receipts_append_only before update or delete on receipts
      for each row execute function parley_append_only()`.execute(db);
  await db.schema
    .alterTable('receipts')
    .alterColumn('envelope', (column) => column.setNotNull())
    .execute();
}
