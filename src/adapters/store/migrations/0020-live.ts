import type { Kysely } from 'kysely';

/** Tells open pages that something changed, and stores who may approve what in a stack. */
export const liveTables = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('shown_versions')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_versions_key', ['tenant', 'stack'])
    .execute();
  await schema.alterTable('shown_stacks').addColumn('approvers', 'json').execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable('shown_stacks').dropColumn('approvers').execute();
  await schema.dropTable('shown_versions').execute();
}
