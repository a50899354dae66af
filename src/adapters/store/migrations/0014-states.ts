import { type Kysely, sql } from 'kysely';
import { makeTable } from './table-shape.ts';

/** Splits the table of small values into leases, claims, what was sent and what was seen. */
export const states = { up, down };

const tables = ['leases', 'last_sent', 'last_seen', 'claims'] as const;

/**
 * The beginnings of each table's keys in `marks`; all other rows are claims, for things that are
 * done once.
 */
const beginnings: Readonly<Record<Exclude<(typeof tables)[number], 'claims'>, readonly string[]>> =
  {
    leases: ['turn ', 'propose ', 'sweep ', 'heed '],
    last_sent: ['digest ', 'trouble-told ', 'told-forge ', 'shown ', 'told ', 'guard:'],
    last_seen: [
      'trouble ',
      'unknown ',
      'looked ',
      'heard:',
      'collected ',
      'lost ',
      'process ',
      'settings ',
    ],
  };

async function up(db: Kysely<never>): Promise<void> {
  for (const table of tables) {
    await createStates(db, table);
    const moved =
      table === 'claims'
        ? sql`true`
        : sql.join(
            beginnings[table].map((beginning) => sql`starts_with(key, ${beginning})`),
            sql` or `,
          );
    await sql`with moved as (delete from marks where ${moved} returning *)
      insert into ${sql.table(table)} (tenant, key, value, until)
      select tenant, key, value, until from moved`.execute(db);
  }
  await db.schema.dropTable('marks').execute();
}

async function down(db: Kysely<never>): Promise<void> {
  await createStates(db, 'marks');
  for (const table of tables) {
    await sql`insert into marks (tenant, key, value, until)
      select tenant, key, value, until from ${sql.table(table)}`.execute(db);
    await db.schema.dropTable(table).execute();
  }
}

async function createStates(db: Kysely<never>, name: string): Promise<void> {
  await makeTable(db, name, {
    columns: { tenant: 'text', key: 'text', value: 'json', until: 'timestamptz' },
    key: ['tenant', 'key'],
    indexes: { [`${name}_until`]: ['until'] },
  });
}
