import { type Kysely, sql } from 'kysely';
import { makeTable, type TableShape } from './table-shape.ts';

/** Runs and what they found, the ledger, and what people and models said. */
export const records = { up, down };

const documents: TableShape = {
  columns: { tenant: 'text', id: 'text', time: 'timestamptz', body: 'json' },
  key: ['tenant', 'id'],
};

const tables: Readonly<Record<string, TableShape>> = {
  runs: {
    columns: {
      tenant: 'text',
      id: 'text',
      command: 'text',
      started_at: 'timestamptz',
      report: 'json',
      record: 'json?',
    },
    key: ['tenant', 'id'],
    indexes: { runs_time: ['tenant', 'started_at'] },
  },
  intents: {
    columns: {
      tenant: 'text',
      id: 'text',
      state: 'text',
      body: 'json',
      fields: 'json',
      first_seen: 'timestamptz',
      last_seen: 'timestamptz',
    },
    key: ['tenant', 'id'],
  },
  intent_transitions: {
    columns: {
      tenant: 'text',
      seq: 'serial',
      intent: 'text',
      run: 'text',
      from_state: 'text',
      to_state: 'text',
      event: 'text',
      because: 'text',
      time: 'timestamptz',
    },
    key: ['tenant', 'intent', 'seq'],
  },
  drifts: {
    columns: { tenant: 'text', run: 'text', id: 'text', address: 'text', body: 'json' },
    key: ['tenant', 'run', 'id'],
  },
  decisions: {
    columns: {
      tenant: 'text',
      run: 'text',
      intent: 'text',
      drift: 'text',
      address: 'text',
      outcome: 'text',
      rule: 'text',
      body: 'json',
    },
    key: ['tenant', 'run', 'intent', 'drift'],
  },
  ledger_entries: {
    columns: {
      tenant: 'text',
      id: 'text',
      address: 'text',
      kind: 'text',
      manager: 'text',
      time: 'timestamptz',
      body: 'json',
    },
    key: ['tenant', 'id'],
    indexes: { ledger_entries_address: ['tenant', 'address', 'time'] },
  },
  declared_intents: documents,
  feedback: documents,
  knowledge: documents,
};

const appendOnly = ['ledger_entries', 'intent_transitions', 'feedback'] as const;

async function up(db: Kysely<never>): Promise<void> {
  for (const [table, shape] of Object.entries(tables)) await makeTable(db, table, shape);
  await protect(db);
}

/** Prevents changes to history on any connection. */
async function protect(db: Kysely<never>): Promise<void> {
  await sql`
    create function parley_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$`.execute(db);
  for (const table of appendOnly) {
    await sql`
      create trigger append_only before update or delete on ${sql.table(table)}
      for each row execute function parley_append_only()`.execute(db);
  }
}

async function down(db: Kysely<never>): Promise<void> {
  for (const table of Object.keys(tables).reverse()) await db.schema.dropTable(table).execute();
  await sql`drop function parley_append_only()`.execute(db);
}
