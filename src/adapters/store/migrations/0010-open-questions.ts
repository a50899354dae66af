import type { Kysely } from 'kysely';

/** Calls on managed resources whose effect is unknown. */
export const openQuestions = { up, down };

async function up({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('open_questions')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'timestamptz', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    // Kysely infers column names from a schema that migrations do not have.
    .addPrimaryKeyConstraint('open_questions_key', ['tenant', 'stack', 'id'] as never)
    .execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('open_questions').execute();
}
