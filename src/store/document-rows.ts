import type { Kysely } from 'kysely';
import type { JsonObject } from '../model/json.ts';
import type { StoredDocument } from '../pipeline/store.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

type DocumentTable = 'declared_intents' | 'feedback' | 'knowledge';

/** Puts documents; one with the same id stays (`keep`) or is replaced. */
export async function putDocuments(
  db: Kysely<Tables>,
  table: DocumentTable,
  tenant: string,
  documents: readonly StoredDocument[],
  existing: 'keep' | 'replace',
): Promise<void> {
  for (const { id, time, body } of documents) {
    const row = { time, body: JSON.stringify(body) };
    await db
      .insertInto(table)
      .values({ tenant, id: columnText(id), ...row })
      .onConflict((conflict) => {
        const same = conflict.columns(['tenant', 'id']);
        return existing === 'keep' ? same.doNothing() : same.doUpdateSet(row);
      })
      .execute();
  }
}

export async function readDocuments(
  db: Kysely<Tables>,
  table: DocumentTable,
  tenant: string,
): Promise<readonly StoredDocument[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('time')
    .orderBy('id')
    .execute();
  return rows.map(({ id, time, body }) => ({
    id,
    time: time.toISOString(),
    body: body as JsonObject,
  }));
}
