import type { Kysely } from 'kysely';
import type { JsonObject } from '../../model/json.ts';
import type { StoredDocument } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { insertNew, putRow } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** A table of documents and their owner: a stack, or all stacks of a tenant. */
export type DocumentRowTable =
  | { readonly table: 'declared_intents' | 'feedback'; readonly of: StackKey }
  | { readonly table: 'knowledge' | 'incidents'; readonly of: { readonly tenant: string } };

/** Stores documents; one with an existing id stays (`keep`) or is replaced. */
export async function putDocumentRows(
  db: Kysely<Tables>,
  { table, of }: DocumentRowTable,
  documents: readonly StoredDocument[],
  existing: 'keep' | 'replace',
): Promise<void> {
  const common = table as CommonTable;
  for (const { id, time, body } of documents) {
    const key = { ...of, id: columnText(id) };
    const row = { time, body: JSON.stringify(body) };
    if (existing === 'keep') await insertNew(db, common, [{ ...key, ...row }]);
    else await putRow<CommonTable, 'tenant' | 'id'>(db, common, key, row);
  }
}

export async function readDocumentRows(
  db: Kysely<Tables>,
  { table, of }: DocumentRowTable,
): Promise<readonly StoredDocument[]> {
  const rows = await db
    .selectFrom(table as CommonTable)
    .select(['id', 'time', 'body'])
    .where((eb) => eb.and(of))
    .orderBy('time')
    .orderBy('id')
    .execute();
  return rows.map(({ id, time, body }) => ({
    id,
    time: time.toISOString(),
    body: body as JsonObject,
  }));
}

/** The tables of a stack have one more column, which `of` contains. */
type CommonTable = 'knowledge';
