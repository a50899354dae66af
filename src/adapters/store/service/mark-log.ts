import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JsonObject } from '../../../model/json.ts';
import type { Mark, MarkLog } from '../../../ports/store/service-store.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { putJobs } from './outbox-rows.ts';

export function createMarkLog(db: Kysely<Tables>): MarkLog {
  return {
    async take(tenant, key, mark) {
      const taken = await db
        .insertInto('marks')
        .values(rowOf(tenant, key, mark))
        .onConflict((conflict) => conflict.columns(['tenant', 'key']).doNothing())
        .executeTakeFirst();
      return taken.numInsertedOrUpdatedRows === 1n;
    },
    async put(tenant, key, mark, jobs = []) {
      const row = rowOf(tenant, key, mark);
      const { value, until } = row;
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('marks')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant', 'key']).doUpdateSet({ value, until }),
          )
          .execute();
        await putJobs(trx, jobs);
      });
    },
    async renew(tenant, key, { value, until }) {
      const renewed = await db
        .updateTable('marks')
        .set({ until })
        .where('tenant', '=', tenant)
        .where('key', '=', columnText(key))
        .where(hasValue(value))
        .executeTakeFirst();
      return renewed.numUpdatedRows === 1n;
    },
    async get(tenant, key) {
      const row = await db
        .selectFrom('marks')
        .select(['value', 'until'])
        .where('tenant', '=', tenant)
        .where('key', '=', columnText(key))
        .executeTakeFirst();
      return row === undefined ? undefined : markOf(row);
    },
    async list(tenant, prefix) {
      const rows = await db
        .selectFrom('marks')
        .select(['key', 'value', 'until'])
        .where('tenant', '=', tenant)
        .where((eb) => eb(eb.fn('starts_with', ['key', eb.val(columnText(prefix))]), '=', true))
        .execute();
      // Here, since the order of the database depends on its language.
      return rows
        .map((row) => ({ key: row.key, ...markOf(row) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    async drop(tenant, key, value) {
      let dropping = db
        .deleteFrom('marks')
        .where('tenant', '=', tenant)
        .where('key', '=', columnText(key));
      if (value !== undefined) dropping = dropping.where(hasValue(value));
      await dropping.execute();
    },
  };
}

/** Drops marks whose time is over; how many. `now` in ISO 8601 UTC. */
export async function pruneMarks(db: Kysely<Tables>, now: string): Promise<number> {
  const dropped = await db
    .deleteFrom('marks')
    .where('until', '<', new Date(now))
    .executeTakeFirst();
  return Number(dropped.numDeletedRows);
}

/** A column of JSON keeps its text, and has no equality of its own. */
function hasValue(value: JsonObject): RawBuilder<SqlBool> {
  return sql<SqlBool>`value::text = ${JSON.stringify(value)}`;
}

function rowOf(tenant: string, key: string, { value, until }: Mark) {
  return { tenant, key: columnText(key), value: JSON.stringify(value), until };
}

function markOf(row: { readonly value: unknown; readonly until: Date }): Mark {
  return { value: row.value as JsonObject, until: row.until.toISOString() };
}
