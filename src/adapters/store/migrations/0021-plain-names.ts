import { type Kysely, sql } from 'kysely';

/** Leases, and what was sent and seen, are stored under the names that the code uses for them. */
export const plainNames = { up, down };

type Renaming = readonly [table: string, from: string, to: string];

const renamings: readonly Renaming[] = [
  ['leases', 'turn ', 'run '],
  ['leases', 'heed ', 'proposal '],
  ['leases', 'telling ', 'notification '],
  ['last_sent', 'trouble-told ', 'failure '],
  ['last_sent', 'told-forge ', 'wishes '],
  ['last_sent', 'shown ', 'message '],
  ['last_sent', 'told ', 'webhook '],
  ['last_seen', 'trouble ', 'failure '],
  ['last_seen', 'looked ', 'forge-look '],
  ['last_seen', 'heard:', 'comment:'],
  ['claims', 'claim trouble-told ', 'claim failure '],
  ['claims', 'claim shown ', 'claim message '],
];

async function up(db: Kysely<never>): Promise<void> {
  for (const [table, from, to] of renamings) await rename(db, table, from, to);
  await renameMember(db, 'told', 'signedAt');
}

async function down(db: Kysely<never>): Promise<void> {
  for (const [table, from, to] of renamings) await rename(db, table, to, from);
  await renameMember(db, 'signedAt', 'told');
}

async function rename(db: Kysely<never>, table: string, from: string, to: string): Promise<void> {
  await sql`update ${sql.table(table)} set key = ${to} || substr(key, ${sql.lit(from.length + 1)})
    where starts_with(key, ${from})`.execute(db);
}

interface DeclaredRow {
  readonly tenant: string;
  readonly stack: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Renames the time at which a ticket system signed what it said about a change. Not in SQL: other
 * documents in the table may have texts that PostgreSQL cannot process (`\u0000`).
 */
async function renameMember(db: Kysely<never>, from: string, to: string): Promise<void> {
  const { rows } = await sql<DeclaredRow>`select tenant, stack, id, body from declared_intents
    where position(${`"${from}"`} in body::text) > 0`.execute(db);
  for (const { tenant, stack, id, body } of rows) {
    if (!Object.hasOwn(body, 'via') || !Object.hasOwn(body, from)) continue;
    const members = Object.entries(body).map(([name, value]) => [name === from ? to : name, value]);
    await sql`update declared_intents set body = ${JSON.stringify(Object.fromEntries(members))}
      where tenant = ${tenant} and stack = ${stack} and id = ${id}`.execute(db);
  }
}
