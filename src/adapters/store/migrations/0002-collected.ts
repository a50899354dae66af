import type { Kysely } from 'kysely';

/** Audit records that were fetched from clouds, and how far each stream was read. */
export const collected = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('collected_records')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('cloud', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('event_time', 'timestamptz', (column) => column.notNull())
    .addColumn('ingested_at', 'timestamptz', (column) => column.notNull())
    .addColumn('collected_at', 'timestamptz', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('raw', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('collected_records_key', ['tenant', 'source', 'id'])
    .execute();
  await schema
    .createIndex('collected_records_time')
    .on('collected_records')
    .columns(['tenant', 'source', 'event_time', 'id'])
    .execute();
  await schema
    .createTable('collect_cursors')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('cursor', 'json', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('collect_cursors_key', ['tenant', 'source', 'stream'])
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('collect_cursors').execute();
  await schema.dropTable('collected_records').execute();
}
