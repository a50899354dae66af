import type { Kysely } from 'kysely';
import { makeTable } from './table-shape.ts';

/** Differences that a provider reads and no event explains, and since when they exist. */
export const unexplainedTable = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'unexplained', {
    columns: { tenant: 'text', id: 'text', address: 'text', first_seen: 'timestamptz' },
    key: ['tenant', 'id'],
  });
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('unexplained').execute();
}
