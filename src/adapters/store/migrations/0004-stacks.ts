import { type Kysely, sql } from 'kysely';
import { createIndex } from './table-shape.ts';

/**
 * A tenant has many stacks. Earlier rows belong to the stack `default`; knowledge of calls and
 * audit records stay with the tenant, since stacks share them.
 */
export const stacks = { up, down };

/** Tables with rows of a stack, and the columns of their keys after tenant and stack. */
const keys = {
  runs: ['id'],
  intents: ['id'],
  intent_transitions: ['intent', 'seq'],
  drifts: ['run', 'id'],
  decisions: ['run', 'intent', 'drift'],
  ledger_entries: ['id'],
  declared_intents: ['id'],
  feedback: ['id'],
  unexplained: ['id'],
} as const;

const indexes = {
  runs_time: { table: 'runs', columns: ['started_at', 'id'], before: ['started_at'] },
  ledger_entries_address: {
    table: 'ledger_entries',
    columns: ['address', 'time'],
    before: ['address', 'time'],
  },
} as const;

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  for (const [table, key] of Object.entries(keys)) {
    await schema
      .alterTable(table)
      .addColumn('stack', 'text', (column) => column.notNull().defaultTo('default'))
      .execute();
    await replaceKey(schema, table, ['tenant', 'stack', ...key]);
  }
  for (const [name, { table, columns }] of Object.entries(indexes)) {
    await schema.dropIndex(name).execute();
    await createIndex(db, name, table, ['tenant', 'stack', ...columns]);
  }
  await createIndex(db, 'runs_tenant_time', 'runs', ['tenant', 'started_at', 'stack', 'id']);
}

/**
 * Without the column the stacks of a tenant would mix, so rows of stacks other than `default` are
 * removed.
 */
async function down(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex('runs_tenant_time').execute();
  for (const [name, { table, before }] of Object.entries(indexes)) {
    await schema.dropIndex(name).execute();
    await createIndex(db, name, table, ['tenant', ...before]);
  }
  for (const [table, key] of Object.entries(keys)) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await sql`delete from ${sql.table(table)} where stack <> 'default'`.execute(db);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    await replaceKey(schema, table, ['tenant', ...key]);
    await schema.alterTable(table).dropColumn('stack').execute();
  }
}

async function replaceKey(
  schema: Kysely<never>['schema'],
  table: string,
  columns: readonly string[],
): Promise<void> {
  const name = `${table}_key`;
  await schema.alterTable(table).dropConstraint(name).execute();
  // Kysely infers column names from a schema that migrations do not have.
  await schema
    .alterTable(table)
    .addPrimaryKeyConstraint(name, columns as never)
    .execute();
}
