import type { Kysely } from 'kysely';

/** Stacks that were added over the API, in addition to those of the settings. */
export const addedStacks = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('added_stacks')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addColumn('added_at', 'timestamptz', (column) => column.notNull())
    .addColumn('added_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('added_stacks_key', ['tenant', 'name'])
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('added_stacks').execute();
}
