import type { Kysely } from 'kysely';

/** What runs found closed, the last decisions about what is open, and which records came late. */
export const closedDrifts = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('closed_drifts')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'timestamptz', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('closed_drifts_key', ['tenant', 'stack', 'run', 'id'])
    .execute();
  await schema
    .createIndex('closed_drifts_time')
    .on('closed_drifts')
    .columns(['tenant', 'closed_at'])
    .execute();
  await schema
    .createIndex('closed_drifts_address')
    .on('closed_drifts')
    .columns(['tenant', 'stack', 'address'])
    .execute();
  await schema.alterTable('open_drifts').addColumn('outcome', 'text').execute();
  await schema
    .createIndex('collected_records_collected')
    .on('collected_records')
    .columns(['tenant', 'collected_at'])
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropIndex('collected_records_collected').execute();
  await schema.alterTable('open_drifts').dropColumn('outcome').execute();
  await schema.dropTable('closed_drifts').execute();
}
