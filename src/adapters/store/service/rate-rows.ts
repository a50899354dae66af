import { type Kysely, sql } from 'kysely';
import { compareKeys } from '../../../model/text.ts';
import type { RateBoard } from '../../../ports/rate-board.ts';
import { inBatches } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';

/** Rows of full buckets contain no information; the daily retention removes them. */
export function createRateBoard(db: Kysely<Tables>): RateBoard {
  return {
    async advance(groups, now) {
      const moved = new Map<string, number>();
      // In a fixed order, so that two processes do not wait for each other.
      const all = [...groups].sort(compareKeys);
      for (const some of inBatches(all.filter(([, by]) => by > 0))) {
        const rows = await db
          .insertInto('rates')
          .values(some.map(([key, by]) => ({ key: columnText(key), full_at: now + by })))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              full_at: sql<number>`greatest(rates.full_at, ${now}) + (excluded.full_at - ${now})`,
            }),
          )
          .returning(['key', 'full_at'])
          .execute();
        for (const { key, full_at } of rows) moved.set(key, full_at);
      }
      for (const some of inBatches(all.filter(([, by]) => by === 0))) {
        const keys = some.map(([key]) => columnText(key));
        const rows = await db.selectFrom('rates').selectAll().where('key', 'in', keys).execute();
        for (const { key, full_at } of rows) moved.set(key, full_at);
      }
      return moved;
    },
  };
}

/** Drops full buckets; returns how many. `now` in milliseconds since 1970. */
export async function pruneRates(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rates')
    .where('full_at', '<', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
