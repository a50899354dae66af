import type { Kysely } from 'kysely';

/**
 * What all processes together let through: when the bucket of a group is full, in ms since 1970.
 */
export const rates = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('rates')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('full_at', 'double precision', (column) => column.notNull())
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('rates').execute();
}
