import type { Kysely } from 'kysely';
import { makeTable } from './table-shape.ts';

/** Small values that are kept for a while. */
export const marks = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'marks', {
    columns: { tenant: 'text', key: 'text', value: 'json', until: 'timestamptz' },
    key: ['tenant', 'key'],
    indexes: { marks_until: ['until'] },
  });
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('marks').execute();
}
