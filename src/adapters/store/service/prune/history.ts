import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

type Db = Kysely<Tables>;

/**
 * Drops rows that are older than a time and that nothing depends on any more; returns their number
 * by table. Anything that still holds stays, however old: intents that count, answers to them, and
 * the last thing that each manager wrote.
 */
export async function pruneHistory(
  db: Db,
  before: string,
): Promise<Readonly<Record<string, number>>> {
  const old = new Date(before);
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('parley.pruning', 'on', true)`.execute(trx);
    const counts: Record<string, number> = {};
    for (const [table, condition] of conditions(old)) {
      const { numAffectedRows = 0n } =
        await sql`delete from ${sql.table(table)} as old where ${condition}`.execute(trx);
      counts[table] = Number(numAffectedRows);
    }
    return counts;
  });
}

/** The order matters: rows that belong to an intent are dropped after the intent. */
function conditions(old: Date): readonly (readonly [keyof Tables, RawBuilder<unknown>])[] {
  const ofNoIntent = sql`old.time < ${old} and not exists (select 1 from intents
    where intents.tenant = old.tenant and intents.stack = old.stack and intents.id = old.intent)`;
  return [
    [
      'intents',
      sql`old.state = 'retired' and old.last_seen < ${old} and not exists (select 1 from proposals
        where proposals.tenant = old.tenant and proposals.stack = old.stack
          and proposals.intent = old.id and proposals.state = 'open')`,
    ],
    ['intent_transitions', ofNoIntent],
    [
      'answers',
      // An answer also applies to what it was about when that belongs to another intent.
      sql`${ofNoIntent} and not exists (
        select 1 from intents, json_array_elements(old.body -> 'fields') as field
        where intents.tenant = old.tenant and intents.stack = old.stack
          and field ->> 'drift' in (select json_array_elements_text(intents.body -> 'drifts')))`,
    ],
    [
      'ledger_entries',
      // A manager's later entry about a resource replaces its earlier one completely.
      sql`old.time < ${old} and old.kind = 'apply' and exists (select 1 from ledger_entries as later
        where later.tenant = old.tenant and later.stack = old.stack
          and later.address = old.address and later.manager = old.manager
          and later.kind = 'apply' and later.time > old.time and later.time < ${old})`,
    ],
    ['shown_intents', sql`not old.open and old.last_seen < ${old}`],
    ['feedback', sql`old.time < ${old}`],
    ['incidents', sql`old.time < ${old}`],
    ['posted_messages', sql`old.posted_at < ${old}`],
  ];
}
