import { type Kysely, sql } from 'kysely';
import type { Report } from '../../../model/report.ts';
import { reportedIntents } from '../../../reconcile/shown/intents.ts';
import { shownRow } from '../service/shown/row.ts';
import { addColumns, createIndex, makeTable, ofStack } from './table-shape.ts';

/**
 * Data for the lists on pages, in the columns by which they are queried; the latest runs are
 * included from the start.
 */
export const shownTables = { up, down };

interface RunRow {
  readonly tenant: string;
  readonly stack: string;
  readonly id: string;
  readonly started_at: Date;
  readonly report: Report;
}

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  const ranked = addColumns(schema.createTable('shown_intents'), {
    ...ofStack,
    id: 'text',
    run: 'text',
    open: 'boolean',
    asks: 'boolean',
    proposed: 'boolean',
    severity: 'smallint',
  }).addColumn('rank', 'smallint', (column) =>
    // What waits for a person comes first, then the worst.
    column
      .notNull()
      .generatedAlwaysAs(sql`(case when asks or proposed then 0 else 10 end) - severity`)
      .stored(),
  );
  await addColumns(ranked, {
    class: 'text',
    outcomes: 'text',
    dimensions: 'text',
    rules: 'text',
    words: 'text',
    from_time: 'timestamptz',
    to_time: 'timestamptz',
    first_seen: 'timestamptz',
    last_seen: 'timestamptz',
    digest: 'text',
    card: 'json',
    detail: 'json',
  })
    .addPrimaryKeyConstraint('shown_intents_key', ['tenant', 'stack', 'id'] as never)
    .execute();
  await schema
    .createIndex('shown_intents_open')
    .on('shown_intents')
    .columns(['tenant', 'rank', 'from_time', 'stack', 'id'])
    .where(sql.ref('open'), '=', true)
    .execute();
  await schema
    .createIndex('shown_intents_of_stack')
    .on('shown_intents')
    .columns(['tenant', 'stack', 'rank', 'from_time', 'id'])
    .where(sql.ref('open'), '=', true)
    .execute();
  await createIndex(db, 'shown_intents_time', 'shown_intents', [
    'tenant',
    'to_time',
    'stack',
    'id',
  ]);
  await makeTable(db, 'shown_days', {
    columns: { ...ofStack, day: 'text', drifts: 'integer', intents: 'integer' },
    key: ['tenant', 'stack', 'day'],
  });
  await makeTable(db, 'shown_stacks', {
    columns: { ...ofStack, policy: 'text?', windows: 'json' },
    key: ['tenant', 'stack'],
  });
  await fill(db);
}

async function fill(db: Kysely<never>): Promise<void> {
  await sql`
    insert into shown_days (tenant, stack, day, drifts, intents)
      select distinct on (tenant, stack, day) tenant, stack, day, drift_count, intent_count
        from (select *, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day from runs) as dated
        order by tenant, stack, day, started_at desc`.execute(db);
  const stacks = await sql<Pick<RunRow, 'tenant' | 'stack'>>`
    select distinct tenant, stack from runs`.execute(db);
  for (const { tenant, stack } of stacks.rows) {
    const { rows } = await sql<RunRow>`
      select tenant, stack, id, started_at, report from runs
        where tenant = ${tenant} and stack = ${stack} order by started_at desc, id desc limit 1`.execute(
      db,
    );
    for (const run of rows) await fillRun(db, run);
  }
}

async function fillRun(
  db: Kysely<never>,
  { tenant, stack, id, started_at, report }: RunRow,
): Promise<void> {
  const proposals = await sql<{ readonly intent: string }>`
    select intent from proposals
      where tenant = ${tenant} and stack = ${stack} and state = 'open'`.execute(db);
  const proposed = new Set(proposals.rows.map(({ intent }) => intent));
  const time = started_at.toISOString();
  for (const intent of reportedIntents(stack, report)) {
    const row = shownRow(tenant, { id, time }, intent);
    await sql`
      insert into shown_intents (tenant, stack, id, run, open, asks, proposed, severity, class,
          outcomes, dimensions, rules, words, from_time, to_time, first_seen, last_seen, digest, card, detail)
        values (${row.tenant}, ${row.stack}, ${row.id}, ${row.run}, true, ${row.asks},
          ${proposed.has(row.id)}, ${row.severity}, ${row.class}, ${row.outcomes}, ${row.dimensions},
          ${row.rules}, ${row.words}, ${row.from_time}, ${row.to_time},
          coalesce((select first_seen from intents
            where tenant = ${tenant} and stack = ${stack} and intents.id = ${row.id}), ${row.first_seen}),
          ${row.last_seen}, ${row.digest}, ${row.card}, ${row.detail})`.execute(db);
  }
}

async function down({ schema }: Kysely<never>): Promise<void> {
  for (const table of ['shown_intents', 'shown_days', 'shown_stacks'] as const) {
    await schema.dropTable(table).execute();
  }
}
