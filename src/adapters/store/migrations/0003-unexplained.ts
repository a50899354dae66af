import type { Kysely } from 'kysely';

/** Differences that a provider reads and no event explains, and since when they exist. */
export const unexplainedTable = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('unexplained')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('unexplained_key', ['tenant', 'id'])
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('unexplained').execute();
}
