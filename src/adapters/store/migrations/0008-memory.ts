import type { Kysely } from 'kysely';
import { makeTable, ofStack, type TableShape } from './table-shape.ts';

/** Open drifts, and the evidence to which later runs add new events. */
export const memoryTables = { up, down };

const tables: Readonly<Record<string, TableShape>> = {
  remembered_events: {
    columns: { ...ofStack, id: 'text', time: 'timestamptz', body: 'json' },
    key: ['tenant', 'stack', 'id'],
  },
  open_drifts: {
    columns: { ...ofStack, id: 'text', address: 'text', first_seen: 'timestamptz', body: 'json' },
    key: ['tenant', 'stack', 'id'],
  },
  seen_states: {
    columns: { ...ofStack, body: 'json' },
    key: ['tenant', 'stack'],
  },
};

async function up(db: Kysely<never>): Promise<void> {
  for (const [table, shape] of Object.entries(tables)) await makeTable(db, table, shape);
}

async function down({ schema }: Kysely<never>): Promise<void> {
  for (const table of Object.keys(tables).reverse()) await schema.dropTable(table).execute();
}
