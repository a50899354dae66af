import { type Kysely, sql } from 'kysely';
import type { Envelope, LoggedReceipt, LogKey, Sha256 } from '../../../model/receipt.ts';
import type { ReceiptRows } from '../../../ports/store/receipt-rows.ts';
import { inBatches } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { addReceipts, rotateLogKey } from './receipt-growth.ts';

type Db = Kysely<Tables>;

export function createReceiptRows(db: Db, tenant: string): ReceiptRows {
  const of = (table: 'receipts') => db.selectFrom(table).where('tenant', '=', tenant);
  return {
    async head() {
      const row = await db
        .selectFrom('receipt_logs')
        .select(['origin', 'size', 'key'])
        .where('tenant', '=', tenant)
        .executeTakeFirst();
      return row && { ...row, key: row.key as LogKey };
    },
    has: async (ids) => new Set((await placesOf(db, tenant, ids)).keys()),
    places: (ids) => placesOf(db, tenant, ids),
    async leaves() {
      const rows = await of('receipts').select('leaf').orderBy('position').execute();
      return rows.map(({ leaf }) => leaf);
    },
    async receipts(from, limit) {
      const rows = await of('receipts')
        .select(['id', 'position', 'envelope'])
        .where('position', '>=', from)
        .where('envelope', 'is not', null)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(readReceipt);
    },
    async find(id) {
      const row = await of('receipts')
        .select(['id', 'position', 'envelope'])
        .where('id', '=', columnText(id))
        .where('envelope', 'is not', null)
        .executeTakeFirst();
      return row && readReceipt(row);
    },
    async checkpoint() {
      const row = await db
        .selectFrom('receipt_checkpoints')
        .select('note')
        .where('tenant', '=', tenant)
        .orderBy('size', 'desc')
        .orderBy('turn', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.note;
    },
    checkpoints: () =>
      db
        .selectFrom('receipt_checkpoints')
        .select(['size', 'note'])
        .where('tenant', '=', tenant)
        .orderBy('size')
        .orderBy('turn')
        .execute(),
    keys: () => keysOf(db, tenant),
    async input(digest) {
      const row = await db
        .selectFrom('receipt_inputs')
        .select('body')
        .where('tenant', '=', tenant)
        .where('digest', '=', columnText(digest))
        .executeTakeFirst();
      return row?.body;
    },
    drop: (below) => dropBelow(db, tenant, below),
    add: (size, addition) => addReceipts(db, tenant, size, addition),
    rotate: (size, rotation) => rotateLogKey(db, tenant, size, rotation),
  };
}

/** Tenants that have a log. */
export async function receiptTenants(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('receipt_logs').select('tenant').orderBy('tenant').execute();
  return rows.map(({ tenant }) => tenant);
}

async function keysOf(db: Db, tenant: string): Promise<readonly LogKey[]> {
  const replaced = await db
    .selectFrom('receipt_keys')
    .select('key')
    .where('tenant', '=', tenant)
    .orderBy('turn')
    .execute();
  const now = await db
    .selectFrom('receipt_logs')
    .select('key')
    .where('tenant', '=', tenant)
    .execute();
  return [...replaced, ...now].map(({ key }) => key as LogKey);
}

interface ReceiptRow {
  readonly id: string;
  readonly position: number;
  readonly envelope: unknown;
}

function readReceipt({ id, position, envelope }: ReceiptRow): LoggedReceipt {
  return { id, index: position, envelope: envelope as Envelope };
}

async function placesOf(
  db: Db,
  tenant: string,
  ids: readonly Sha256[],
): Promise<ReadonlyMap<Sha256, number>> {
  const places = new Map<Sha256, number>();
  for (const some of inBatches(ids)) {
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'position'])
      .where('tenant', '=', tenant)
      .where('id', 'in', [...some])
      .execute();
    for (const { id, position } of rows) places.set(id, position);
  }
  return places;
}

/**
 * Inputs are found by the digests in the payloads; digests of other things in these can only keep
 * too much.
 */
function dropBelow(db: Db, tenant: string, below: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('parley.pruning', 'on', true)`.execute(trx);
    await trx
      .updateTable('receipts')
      .set({ envelope: null })
      .where('tenant', '=', tenant)
      .where('position', '<', below)
      .where('envelope', 'is not', null)
      .execute();
    await sql`
      delete from receipt_checkpoints where tenant = ${tenant} and size <= ${below}
        and size < (select max(size) from receipt_checkpoints where tenant = ${tenant})
    `.execute(trx);
    await sql`
      delete from receipt_inputs where tenant = ${tenant} and digest not in (
        select found[1] from receipts, regexp_matches(
          convert_from(decode(envelope->>'payload', 'base64'), 'UTF8'), '[0-9a-f]{64}', 'g'
        ) as found where tenant = ${tenant} and envelope is not null)
    `.execute(trx);
  });
}
