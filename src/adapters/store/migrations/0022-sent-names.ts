import { type Kysely, sql } from 'kysely';

/** What was sent last is stored as a version or a digest, which is what it is. */
export const sentNames = { up, down };

type Renaming = readonly [table: string, keys: string, from: string, to: string];

/**
 * Texts of JSON: none of them can be within a string, where quotes are escaped. A row keeps the
 * order of its members, by which a value that was read is found again.
 */
const renamings: readonly Renaming[] = [
  ['last_sent', 'failure ', '"said":', '"version":'],
  ['last_sent', 'webhook ', '"said":', '"version":'],
  ['last_sent', 'message ', '"said":', '"digest":'],
  ['claims', 'dispatched:', '"outcome":"said"', '"outcome":"notified"'],
];

async function up(db: Kysely<never>): Promise<void> {
  for (const [table, keys, from, to] of renamings) await rename(db, table, keys, from, to);
}

async function down(db: Kysely<never>): Promise<void> {
  for (const [table, keys, from, to] of renamings) await rename(db, table, keys, to, from);
}

async function rename(
  db: Kysely<never>,
  table: string,
  keys: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set value = replace(value::text, ${from}, ${to})::json
    where starts_with(key, ${keys}) and position(${from} in value::text) > 0`.execute(db);
}
