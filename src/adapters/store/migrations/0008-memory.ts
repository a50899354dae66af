import type { Kysely } from 'kysely';

/** Open drifts, and the evidence to which later runs add new events. */
export const memoryTables = { up, down };

const tables = ['remembered_events', 'open_drifts', 'seen_states'] as const;

async function up({ schema }: Kysely<never>): Promise<void> {
  for (const table of tables) {
    const hasId = table !== 'seen_states';
    let made = schema
      .createTable(table)
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('stack', 'text', (column) => column.notNull());
    if (hasId) made = made.addColumn('id', 'text', (column) => column.notNull());
    if (table === 'remembered_events') {
      made = made.addColumn('time', 'timestamptz', (column) => column.notNull());
    }
    if (table === 'open_drifts') {
      made = made
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('first_seen', 'timestamptz', (column) => column.notNull());
    }
    const key = hasId ? ['tenant', 'stack', 'id'] : ['tenant', 'stack'];
    await made
      .addColumn('body', 'json', (column) => column.notNull())
      // Kysely infers column names from a schema that migrations do not have.
      .addPrimaryKeyConstraint(`${table}_key`, key as never)
      .execute();
  }
}

async function down({ schema }: Kysely<never>): Promise<void> {
  for (const table of tables.toReversed()) await schema.dropTable(table).execute();
}
