import { type Kysely, sql } from 'kysely';
import type { KeyRotation, ReceiptAddition } from '../../../ports/store/receipt-rows.ts';
import { inBatches } from '../batches.ts';
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
    for (const some of inBatches(rows)) await trx.insertInto('receipts').values(some).execute();
    await trx
      .insertInto('receipt_checkpoints')
      .values({ tenant, size: next, turn: await turnOf(trx, tenant), note: checkpoint })
      .execute();
    for (const [digest, body] of inputs) {
      await trx
        .insertInto('receipt_inputs')
        .values({ tenant, digest, body })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
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
    const turn = await turnOf(trx, tenant);
    await trx
      .insertInto('receipt_keys')
      .values({ tenant, turn, key: JSON.stringify(replaced) })
      .execute();
    await trx
      .insertInto('receipt_checkpoints')
      .values({ tenant, size, turn: turn + 1, note: checkpoint })
      .execute();
    return true;
  });
}

const idOfKey = sql<string>`key ->> 'id'`;

/** Number of keys that were replaced. */
async function turnOf(trx: Db, tenant: string): Promise<number> {
  const { turns } = await trx
    .selectFrom('receipt_keys')
    .select(({ fn }) => fn.countAll<string>().as('turns'))
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow();
  return Number(turns);
}

/** Returns false if the log has another size or another key by now. */
async function grow(
  trx: Db,
  tenant: string,
  size: number,
  { key, ...row }: Pick<ReceiptAddition, 'origin' | 'key'> & { readonly size: number },
): Promise<boolean> {
  if (size === 0) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('receipt_logs')
      .values({ tenant, ...row, key: JSON.stringify(key) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
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
