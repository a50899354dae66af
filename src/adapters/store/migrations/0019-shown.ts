import { type Kysely, sql } from 'kysely';
import type { Report } from '../../../model/report.ts';
import { reportedIntents } from '../../../reconcile/shown/intents.ts';
import { shownRow } from '../service/shown/row.ts';

/**
 * Data for the lists on pages, in the columns by which they are queried; the latest runs are
 * included from the start.
 */
export const shownTables = { up, down };

interface Run {
  readonly tenant: string;
  readonly stack: string;
  readonly id: string;
  readonly started_at: Date;
  readonly report: Report;
}

async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('shown_intents')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('open', 'boolean', (column) => column.notNull())
    .addColumn('asks', 'boolean', (column) => column.notNull())
    .addColumn('proposed', 'boolean', (column) => column.notNull())
    .addColumn('severity', 'smallint', (column) => column.notNull())
    .addColumn('rank', 'smallint', (column) =>
      // What waits for a person comes first, then the worst.
      column
        .notNull()
        .generatedAlwaysAs(sql`(case when asks or proposed then 0 else 10 end) - severity`)
        .stored(),
    )
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('outcomes', 'text', (column) => column.notNull())
    .addColumn('dimensions', 'text', (column) => column.notNull())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('from_time', 'timestamptz', (column) => column.notNull())
    .addColumn('to_time', 'timestamptz', (column) => column.notNull())
    .addColumn('first_seen', 'timestamptz', (column) => column.notNull())
    .addColumn('last_seen', 'timestamptz', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('card', 'json', (column) => column.notNull())
    .addColumn('detail', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_intents_key', ['tenant', 'stack', 'id'])
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
  await schema
    .createIndex('shown_intents_time')
    .on('shown_intents')
    .columns(['tenant', 'to_time', 'stack', 'id'])
    .execute();
  await schema
    .createTable('shown_days')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('drifts', 'integer', (column) => column.notNull())
    .addColumn('intents', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_days_key', ['tenant', 'stack', 'day'])
    .execute();
  await schema
    .createTable('shown_stacks')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('stack', 'text', (column) => column.notNull())
    .addColumn('policy', 'text')
    .addColumn('windows', 'json', (column) => column.notNull())
    .addPrimaryKeyConstraint('shown_stacks_key', ['tenant', 'stack'])
    .execute();
  await fill(db);
}

async function fill(db: Kysely<never>): Promise<void> {
  await sql`
    insert into shown_days (tenant, stack, day, drifts, intents)
      select distinct on (tenant, stack, day) tenant, stack, day, drift_count, intent_count
        from (select *, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day from runs) as dated
        order by tenant, stack, day, started_at desc`.execute(db);
  const stacks = await sql<Pick<Run, 'tenant' | 'stack'>>`
    select distinct tenant, stack from runs`.execute(db);
  for (const { tenant, stack } of stacks.rows) {
    const { rows } = await sql<Run>`
      select tenant, stack, id, started_at, report from runs
        where tenant = ${tenant} and stack = ${stack} order by started_at desc, id desc limit 1`.execute(
      db,
    );
    for (const run of rows) await fillRun(db, run);
  }
}

async function fillRun(
  db: Kysely<never>,
  { tenant, stack, id, started_at, report }: Run,
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
