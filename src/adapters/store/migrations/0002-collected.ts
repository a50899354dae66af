import type { Kysely } from 'kysely';
import { makeTable } from './table-shape.ts';

/** Audit records that were fetched from clouds, and how far each stream was read. */
export const collected = { up, down };

async function up(db: Kysely<never>): Promise<void> {
  await makeTable(db, 'collected_records', {
    columns: {
      tenant: 'text',
      source: 'text',
      id: 'text',
      cloud: 'text',
      stream: 'text',
      event_time: 'timestamptz',
      ingested_at: 'timestamptz',
      collected_at: 'timestamptz',
      digest: 'text',
      raw: 'text',
    },
    key: ['tenant', 'source', 'id'],
    indexes: { collected_records_time: ['tenant', 'source', 'event_time', 'id'] },
  });
  await makeTable(db, 'collect_cursors', {
    columns: {
      tenant: 'text',
      source: 'text',
      stream: 'text',
      cursor: 'json',
      updated_at: 'timestamptz',
    },
    key: ['tenant', 'source', 'stream'],
  });
}

async function down({ schema }: Kysely<never>): Promise<void> {
  await schema.dropTable('collect_cursors').execute();
  await schema.dropTable('collected_records').execute();
}
