import { type Kysely, sql } from 'kysely';
import type { KeyRotation, ReceiptAddition } from '../../../ports/store/receipt-rows.ts';
import { insertNew, insertRows } from '../rows.ts';
import type { Tables } from '../tables.ts';

type Db = Kysely<Tables>;

/** Locks the row of the log first: a concurrent writer waits for it, and then sees another size. */
export function addReceipts(
  db: Db,
  tenant: string,
  size: number,
  { origin, key, receipts, checkpoint, inputs }: ReceiptAddition,
): Promise<boolean> {
  const next = size + receipts.length;
  return db.transaction().execute(async (trx) => {
    if (!(await grow(trx, tenant, size, { origin, key, size: next }))) return false;
    const rows = receipts.map(({ id, leaf, envelope }, at) => ({
      tenant,
      position: size + at,
      id,
      leaf,
      envelope: JSON.stringify(envelope),
    }));
    await insertRows(trx, 'receipts', rows);
    await trx
      .insertInto('receipt_checkpoints')
      .values({ tenant, size: next, turn: await keyGeneration(trx, tenant), note: checkpoint })
      .execute();
    const texts = [...inputs].map(([digest, body]) => ({ tenant, digest, body }));
    for (const text of texts) await insertNew(trx, 'receipt_inputs', [text]);
    return true;
  });
}

/** Locks the row of the log first, too. */
export function rotateLogKey(
  db: Db,
  tenant: string,
  size: number,
  { replaced, key, checkpoint }: KeyRotation,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('receipt_logs')
      .set({ key: JSON.stringify(key) })
      .where('tenant', '=', tenant)
      .where('size', '=', size)
      .where(idOfKey, '=', replaced.id)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    const generation = await keyGeneration(trx, tenant);
    await trx
      .insertInto('receipt_keys')
      .values({ tenant, turn: generation, key: JSON.stringify(replaced) })
      .execute();
    await trx
      .insertInto('receipt_checkpoints')
      .values({ tenant, size, turn: generation + 1, note: checkpoint })
      .execute();
    return true;
  });
}

const idOfKey = sql<string>`key ->> 'id'`;

/** How many keys were replaced before the current one. */
async function keyGeneration(trx: Db, tenant: string): Promise<number> {
  const { replaced } = await trx
    .selectFrom('receipt_keys')
    .select(({ fn }) => fn.countAll<string>().as('replaced'))
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow();
  return Number(replaced);
}

/** Returns false if the log has another size or another key by now. */
async function grow(
  trx: Db,
  tenant: string,
  size: number,
  { key, ...row }: Pick<ReceiptAddition, 'origin' | 'key'> & { readonly size: number },
): Promise<boolean> {
  if (size === 0) {
    const first = { tenant, ...row, key: JSON.stringify(key) };
    return (await insertNew(trx, 'receipt_logs', [first])) === 1;
  }
  const { numUpdatedRows } = await trx
    .updateTable('receipt_logs')
    .set({ size: row.size })
    .where('tenant', '=', tenant)
    .where('size', '=', size)
    .where(idOfKey, '=', key.id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
