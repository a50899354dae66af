import { type Kysely, sql } from 'kysely';
import { makeTable, ofStack, type TableShape } from './table-shape.ts';

/** What the service stores in addition to runs: proposals, answers, deliveries, pending jobs. */
export const serviceTables = { up, down };

const tables: Readonly<Record<string, TableShape>> = {
  planned_proposals: {
    columns: { ...ofStack, run: 'text', position: 'integer', body: 'json' },
    key: ['tenant', 'stack', 'run', 'position'],
  },
  proposals: {
    columns: {
      ...ofStack,
      forge: 'text',
      number: 'integer',
      intent: 'text',
      state: 'text',
      run: 'text',
      opened_at: 'timestamptz',
      updated_at: 'timestamptz',
      body: 'json',
    },
    key: ['tenant', 'stack', 'forge', 'number'],
    indexes: { proposals_time: ['tenant', 'opened_at', 'stack', 'forge', 'number'] },
  },
  answers: {
    columns: { ...ofStack, id: 'text', intent: 'text', time: 'timestamptz', body: 'json' },
    key: ['tenant', 'stack', 'id'],
  },
  deliveries: {
    columns: {
      tenant: 'text',
      forge: 'text',
      id: 'text',
      received_at: 'timestamptz',
      event: 'json',
    },
    key: ['tenant', 'forge', 'id'],
    indexes: { deliveries_time: ['received_at'] },
  },
  delivery_keys: {
    columns: { tenant: 'text', key: 'text', received_at: 'timestamptz' },
    key: ['tenant', 'key'],
    indexes: { delivery_keys_time: ['received_at'] },
  },
  incidents: {
    columns: { tenant: 'text', id: 'text', time: 'timestamptz', body: 'json' },
    key: ['tenant', 'id'],
  },
  posted_messages: {
    columns: { tenant: 'text', key: 'text', channel: 'text', ts: 'text' },
    key: ['tenant', 'key'],
  },
  outbox: {
    columns: { tenant: 'text', seq: 'bigserial', queue: 'text', job: 'json' },
    key: ['seq'],
  },
};

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  for (const [table, shape] of Object.entries(tables)) await makeTable(db, table, shape);
  await schema
    .alterTable('runs')
    .addColumn('revision', 'text')
    .addColumn('findings', 'text')
    .addColumn('drift_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('intent_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await countFindings(db);
}

/**
 * Not in SQL: its functions refuse JSON with texts that logs may contain, such as a NUL. One report
 * at a time, since each may have megabytes.
 */
async function countFindings(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Readonly<Record<'tenant' | 'stack' | 'id', string>>>`
    select tenant, stack, id from runs`.execute(db);
  for (const { tenant, stack, id } of rows) {
    const same = sql`tenant = ${tenant} and stack = ${stack} and id = ${id}`;
    const found = await sql<{ report: unknown }>`select report from runs where ${same}`.execute(db);
    const { drifts, intents } = Object(found.rows[0]?.report);
    await sql`
      update runs set drift_count = ${lengthOf(drifts)}, intent_count = ${lengthOf(intents)}
      where ${same}`.execute(db);
  }
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema
    .alterTable('runs')
    .dropColumn('intent_count')
    .dropColumn('drift_count')
    .dropColumn('findings')
    .dropColumn('revision')
    .execute();
  for (const table of Object.keys(tables).reverse()) await schema.dropTable(table).execute();
}
