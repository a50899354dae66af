import { type Kysely, sql } from 'kysely';

/** Runs and what they found, the ledger, and what people and models said. */
export const records = { up, down };

const appendOnly = ['ledger_entries', 'intent_transitions', 'feedback'] as const;

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('runs')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('report', 'json', (column) => column.notNull())
    .addColumn('record', 'json')
    .addPrimaryKeyConstraint('runs_key', ['tenant', 'id'])
    .execute();
  await schema.createIndex('runs_time').on('runs').columns(['tenant', 'started_at']).execute();
  await schema
    .createTable('intents')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addColumn('fields', 'json', (column) => column.notNull())
    .addColumn('first_seen', 'timestamptz', (column) => column.notNull())
    .addColumn('last_seen', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('intents_key', ['tenant', 'id'])
    .execute();
  await schema
    .createTable('intent_transitions')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('seq', 'serial', (column) => column.notNull())
    .addColumn('intent', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('from_state', 'text', (column) => column.notNull())
    .addColumn('to_state', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('because', 'text', (column) => column.notNull())
    .addColumn('time', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('intent_transitions_key', ['tenant', 'intent', 'seq'])
    .execute();
  await findings(db);
  await ledger(db);
  for (const table of ['declared_intents', 'feedback', 'knowledge'] as const) {
    await documents(db, table);
  }
  await protect(db);
}

async function findings({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('drifts')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('drifts_key', ['tenant', 'run', 'id'])
    .execute();
  await schema
    .createTable('decisions')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('intent', 'text', (column) => column.notNull())
    .addColumn('drift', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('decisions_key', ['tenant', 'run', 'intent', 'drift'])
    .execute();
}

async function ledger({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('ledger_entries')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('manager', 'text', (column) => column.notNull())
    .addColumn('time', 'timestamptz', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['tenant', 'id'])
    .execute();
  await schema
    .createIndex('ledger_entries_address')
    .on('ledger_entries')
    .columns(['tenant', 'address', 'time'])
    .execute();
}

async function documents({ schema }: Kysely<never>, table: string): Promise<void> {
  await schema
    .createTable(table)
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('time', 'timestamptz', (column) => column.notNull())
    .addColumn('body', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['tenant', 'id'])
    .execute();
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
  const tables = [
    'knowledge',
    'feedback',
    'declared_intents',
    'ledger_entries',
    'decisions',
    'drifts',
    'intent_transitions',
    'intents',
    'runs',
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
  await sql`drop function parley_append_only()`.execute(db);
}
