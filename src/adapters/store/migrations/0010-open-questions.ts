import type { Kysely } from 'kysely';
import { makeTable, ofStack } from './table-shape.ts';

/** Calls on managed resources whose effect is unknown. */
export const openQuestions = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'open_questions', {
    columns: { ...ofStack, id: 'text', address: 'text', first_seen: 'timestamptz', body: 'json' },
    key: ['tenant', 'stack', 'id'],
  });
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('open_questions').execute();
}
