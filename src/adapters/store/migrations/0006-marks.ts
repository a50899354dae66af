import type { Kysely } from 'kysely';

/** Small values that are kept for a while. */
export const marks = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('marks')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'json', (column) => column.notNull())
    .addColumn('until', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('marks_key', ['tenant', 'key'])
    .execute();
  await schema.createIndex('marks_until').on('marks').columns(['until']).execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('marks').execute();
}
