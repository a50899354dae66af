import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createIndex } from './table-shape.ts';

/**
 * Scans with the same result are one row. Records are found by source among those that still have
 * their texts. The time of a post is stored, so that old ones can be removed.
 */
export const growth = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await guard(
    db,
    sql`if tg_op = 'DELETE' and current_setting('parley.pruning', true) = 'on' then
      return old;
    end if;`,
  );
  await schema
    .alterTable('runs')
    .addColumn('unchanged_scans', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('unchanged_until', 'timestamptz')
    .execute();
  await schema
    .alterTable('posted_messages')
    .addColumn('posted_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await schema
    .createIndex('collected_records_texts')
    .on('collected_records')
    .columns(['tenant', 'source', 'event_time', 'id'])
    .where(sql.ref('raw'), 'is not', null)
    .execute();
  await schema.dropIndex('collected_records_time').execute();
  await createIndex(db, 'collected_records_age', 'collected_records', [
    'tenant',
    'source',
    'event_time',
  ]);
}

/**
 * Rows that are only ever added are removed by retention alone, which sets a flag within its
 * transaction.
 */
async function guard(db: Kysely<never>, exception: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function parley_append_only() returns trigger language plpgsql as $$
    begin
      ${exception}
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$`.execute(db);
}

async function down(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await guard(db, sql``);
  await schema.dropIndex('collected_records_age').execute();
  await createIndex(db, 'collected_records_time', 'collected_records', [
    'tenant',
    'source',
    'event_time',
    'id',
  ]);
  await schema.dropIndex('collected_records_texts').execute();
  await schema.alterTable('posted_messages').dropColumn('posted_at').execute();
  await schema
    .alterTable('runs')
    .dropColumn('unchanged_until')
    .dropColumn('unchanged_scans')
    .execute();
}
