import type { Kysely } from 'kysely';
import { makeTable, ofStack } from './table-shape.ts';

/** Tells open pages that something changed, and stores who may approve what in a stack. */
export const liveTables = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'shown_versions', {
    columns: { ...ofStack, version: 'bigint' },
    key: ['tenant', 'stack'],
  });
  await db.schema.alterTable('shown_stacks').addColumn('approvers', 'json').execute();
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable('shown_stacks').dropColumn('approvers').execute();
  await schema.dropTable('shown_versions').execute();
}
