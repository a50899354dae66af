import type { Kysely } from 'kysely';
import type { ForgeEvent } from '../../../ports/forge/event.ts';
import type { DeliveryLog, KeptDelivery } from '../../../ports/store/service-store.ts';
import { insertNew } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { putJobs } from './outbox-rows.ts';

type Db = Kysely<Tables>;

export function createDeliveryLog(db: Db): DeliveryLog {
  return {
    async keep(delivery, replayKeys, jobs) {
      try {
        await db.transaction().execute(async (trx) => {
          await insertKeys(trx, delivery, replayKeys);
          await insertDelivery(trx, delivery);
          await putJobs(trx, jobs);
        });
        return true;
      } catch (error) {
        if (error instanceof SeenBefore) return false;
        throw error;
      }
    },
    async get(tenant, forge, id) {
      const row = await db
        .selectFrom('deliveries')
        .selectAll()
        .where((eb) => eb.and({ tenant, forge, id: columnText(id) }))
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const receivedAt = row.received_at.toISOString();
      return { tenant, forge, id, receivedAt, event: row.event as ForgeEvent };
    },
  };
}

/** Thrown to roll back the transaction, and with it the keys that were new. */
class SeenBefore extends Error {}

/**
 * In a fixed order, so that two processes that get the same delivery simultaneously do not wait for
 * each other.
 */
async function insertKeys(
  db: Db,
  { tenant, receivedAt }: KeptDelivery,
  replayKeys: readonly string[],
): Promise<void> {
  const keys = [...new Set(replayKeys.map(columnText))].sort();
  const rows = keys.map((key) => ({ tenant, key, received_at: receivedAt }));
  if ((await insertNew(db, 'delivery_keys', rows)) < keys.length) throw new SeenBefore();
}

async function insertDelivery(
  db: Db,
  { tenant, forge, id, receivedAt, event }: KeptDelivery,
): Promise<void> {
  const row = { tenant, forge, id: columnText(id), received_at: receivedAt };
  const added = await insertNew(db, 'deliveries', [{ ...row, event: JSON.stringify(event) }]);
  if (added === 0) throw new SeenBefore();
}
