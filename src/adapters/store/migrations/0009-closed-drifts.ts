import type { Kysely } from 'kysely';
import { createIndex, makeTable, ofStack } from './table-shape.ts';

/** What runs found closed, the last decisions about what is open, and which records came late. */
export const closedDrifts = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'closed_drifts', {
    columns: {
      ...ofStack,
      run: 'text',
      id: 'text',
      address: 'text',
      closed_at: 'timestamptz',
      body: 'json',
    },
    key: ['tenant', 'stack', 'run', 'id'],
    indexes: {
      closed_drifts_time: ['tenant', 'closed_at'],
      closed_drifts_address: ['tenant', 'stack', 'address'],
    },
  });
  await db.schema.alterTable('open_drifts').addColumn('outcome', 'text').execute();
  await createIndex(db, 'collected_records_collected', 'collected_records', [
    'tenant',
    'collected_at',
  ]);
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropIndex('collected_records_collected').execute();
  await schema.alterTable('open_drifts').dropColumn('outcome').execute();
  await schema.dropTable('closed_drifts').execute();
}
