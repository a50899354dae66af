import type { Kysely } from 'kysely';
import { makeTable } from './table-shape.ts';

/** Stacks that were added over the API, in addition to those of the settings. */
export const addedStacks = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'added_stacks', {
    columns: {
      tenant: 'text',
      name: 'text',
      body: 'json',
      added_at: 'timestamptz',
      added_by: 'text',
    },
    key: ['tenant', 'name'],
  });
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('added_stacks').execute();
}
